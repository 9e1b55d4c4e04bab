import { type DestinationStream, type Logger, pino } from 'pino';
import { printable } from '../core/printable.ts';

export type { Logger };

// Database drivers attach their connection, queries and values to errors; only these fields are logged.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  // Drizzle's message of a failed query contains the bound values, and thus users' content.
  const message = 'query' in error && 'params' in error ? `Failed query: ${error.query}` : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** User content, tokens, passwords and addresses must never be logged. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      ...{ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
      // JSON escapes only some of the characters that control a terminal.
      hooks: { streamWrite: (line) => `${printable(line.trimEnd())}\n` },
    },
    destination,
  );
}
