/** Runs `close` on the first SIGTERM or SIGINT, then exits with code 0; later signals are ignored. */
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
