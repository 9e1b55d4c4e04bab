/** What passed against the contract on a live connection, in the test that runs now. */
export const violations: string[] = [];
