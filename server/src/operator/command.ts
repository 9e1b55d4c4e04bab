import type { Config } from '../config.ts';
import type { Logger } from '../observability/log.ts';

export interface Operating {
  config: Config;
  log: Logger;
  /** Prints a line for the operator. */
  tell: (line: string) => void;
}

/** One verb of the operator's tool. */
export interface Command {
  /** The words that name it: `admin grant`. */
  words: string;
  /** The arguments that have to follow the words, in order: `<username>`. */
  args: string[];
  does: string;
  /** @throws an `AppError` or a `ConfigError` for a problem that the operator can mend. */
  run(operating: Operating, ...args: string[]): Promise<void>;
}
