/** A pseudo-random generator: the same seed gives the same sequence. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 (inclusive) to 1 (exclusive). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  };
}
export type Random = ReturnType<typeof createRandom>;

/** The seed from the environment, to reproduce a run, or a new one. */
export const seedOfRun = (): number => Number(process.env.SELVEDGE_TEST_SEED ?? Date.now() % 1_000_000_007);
