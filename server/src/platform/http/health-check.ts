/** How long a result is cached to make frequent probes cheap, in milliseconds. */
const CACHE_MS = 3_000;
const TIMEOUT_MS = 2_500;

async function isHealthy(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const healthy = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([healthy, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export function createHealthCheck(check: () => Promise<void>): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let checkedAt = 0;
  return () => {
    if (last && performance.now() - checkedAt < CACHE_MS) return last;
    checkedAt = performance.now();
    last = isHealthy(check);
    return last;
  };
}
