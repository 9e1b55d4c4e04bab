/** Types of install.mjs, which old Node versions run, so it cannot contain them. */
export function install(folder: string, what: string, abi: string): Promise<void>;
