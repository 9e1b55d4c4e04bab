/** The types of install.mjs, which old Nodes run and so cannot carry them. */
export function install(folder: string, what: string, abi: string): Promise<void>;
