import type { Logger } from '../observability/log.ts';

export type OnClose = (name: string, close: () => Promise<unknown> | unknown) => void;

interface Closers {
  onClose: OnClose;
  /** Ends everything, the last first: what stands on something ends before it. */
  close(): Promise<void>;
  closeNamed(name: string): Promise<void>;
}

export function createClosers(log: Logger): Closers {
  let closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  async function end(ending: typeof closers): Promise<void> {
    closers = closers.filter((closer) => !ending.includes(closer));
    for (const { name, close } of ending.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, name }, 'could not be closed; the rest is');
      }
    }
  }
  return {
    onClose: (name, close) => void closers.push({ name, close }),
    close: () => end(closers),
    closeNamed: (name) => end(closers.filter((closer) => closer.name === name)),
  };
}
