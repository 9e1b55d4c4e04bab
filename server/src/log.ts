import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

// Drivers hang their whole connection on their errors, queries and values included; only these parts are told.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  // Drizzle writes the values of a failed query into its message, and with them what people have said.
  const message = 'query' in error && 'params' in error ? `Failed query: ${error.query}` : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * JSON lines on standard output, or where they are told to go; UTC. Message text, tokens, passwords and addresses never
 * go into it.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  );
