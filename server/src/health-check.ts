/** How long an answer holds, so that asking often costs nothing; milliseconds. */
const KEEP_MS = 3_000;
/** What has said nothing for so long does not answer; milliseconds. */
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

/** Whether a part of the product works, asked at most once every few seconds and answered within as many. */
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
