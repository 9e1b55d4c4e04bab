/** Runs `close` at the first SIGTERM or SIGINT and then ends the process with code 0; later signals change nothing. */
export function closeOnSignals(close: () => Promise<void>): void {
  let isClosing = false;
  const stop = async () => {
    if (isClosing) return;
    isClosing = true;
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
