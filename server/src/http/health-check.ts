/** How long a result is cached, so that frequent probes cost nothing; milliseconds. */
const KEEP_MS = 3_000;
/** A check that takes longer than this counts as failed; milliseconds. */
const PATIENCE_MS = 2_500;

async function isWell(check: () => Promise<void>): Promise<boolean> {
  let clock: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    clock = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const answered = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, silence]);
  } finally {
    clearTimeout(clock);
  }
}

/** Makes a check into a probe, which runs it at most once every few seconds and always answers within as many. */
export function createHealthCheck(check: () => Promise<void>): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (last && performance.now() - askedAt < KEEP_MS) return last;
    askedAt = performance.now();
    last = isWell(check);
    return last;
  };
}
