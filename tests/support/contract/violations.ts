/** Violations of the contract on live connections, in the running test. */
export const violations: string[] = [];
