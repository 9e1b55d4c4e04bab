import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';

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
  /** What has to follow them, in their order: `<username>`. */
  args: string[];
  does: string;
  /** Throws an `AppError` or a `ConfigError` for what the operator can mend. */
  run(operating: Operating, ...args: string[]): Promise<void>;
}
