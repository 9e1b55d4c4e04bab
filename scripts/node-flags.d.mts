export const NODE_FLAGS: string[];
export const MEMORY: Record<string, string>;
