import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output, UTC. Message text, tokens, passwords and addresses never go into it. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
