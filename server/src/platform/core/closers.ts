import type { Logger } from '../observability/log.ts';

/** Registers the end of something that lives as long as the product. */
export type OnClose = (name: string, close: () => Promise<unknown> | unknown) => void;

/** Ends what was registered, the last first: what stands on something ends before it. */
export function createClosers(log: Logger): {
  onClose: OnClose;
  /** @param name ends only what has it */
  close(name?: string): Promise<void>;
} {
  let closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  return {
    onClose: (name, close) => void closers.push({ name, close }),
    async close(only) {
      const isEnding = ({ name }: { name: string }) => only === undefined || name === only;
      const ending = closers.filter(isEnding).reverse();
      closers = closers.filter((closer) => !isEnding(closer));
      for (const { name, close } of ending) {
        try {
          await close();
        } catch (error) {
          log.error({ err: error, name }, 'could not be closed; the rest is');
        }
      }
    },
  };
}
