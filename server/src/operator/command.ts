import type { Config } from '../config.ts';
import type { Logger } from '../platform/observability/log.ts';

export interface OperatorContext {
  config: Config;
  log: Logger;
  /** Prints a line for the operator. */
  print: (line: string) => void;
}

/** One command of the operator's tool. */
export interface Command {
  /** The words of the command: `admin grant`. */
  words: string;
  /** The required arguments after the words, in order: `<username>`, or a flag such as `--force`. */
  args: string[];
  summary: string;
  /** @throws an `AppError` or a `ConfigError` for a problem that the operator can fix. */
  run(operating: OperatorContext, ...args: string[]): Promise<void>;
}
