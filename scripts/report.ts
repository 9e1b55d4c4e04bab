/** What a test runner's reporter sends to `runSuite` as it happens. A runner that is killed has sent what it finished. */
export type Report =
  | { kind: 'planned'; files: string[] }
  | { kind: 'started'; file: string }
  | { kind: 'passed'; file: string }
  | { kind: 'failed'; file: string; name: string; error: string }
  | { kind: 'skipped'; file: string; name: string; reason: string }
  | { kind: 'ended'; file: string; seconds: number };

/** Sends a report over the IPC channel; a runner that was started by hand has none. */
export const report = (one: Report): void => void process.send?.(one);
