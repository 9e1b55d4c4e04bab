/** The types of install.mjs, which must be plain JavaScript because old versions of Node run it. */
export function install(folder: string, what: string, abi: string): Promise<void>;
