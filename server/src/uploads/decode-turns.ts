import { createTurns } from '../turns.ts';

/** How many pictures are decoded at once, by all people together. */
const DECODES_MAX = 2;

/** Waits until `picture` may be decoded; heavy pictures come one at a time, beside one that is not. */
export type DecodeInTurn = <T>(picture: { isHeavy: boolean }, work: () => Promise<T>) => Promise<T>;

/** @param onDecoded is called with the duration of each decoding, in milliseconds, without the time it waited. */
export function createDecodeTurns(onDecoded: (ms: number) => void): DecodeInTurn {
  const inTurn = createTurns(DECODES_MAX);
  // The outer one: a heavy picture that waits for another keeps nobody waiting.
  const heavyInTurn = createTurns(1);

  return (picture, work) => {
    const decode = async () => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        onDecoded(performance.now() - startedAt);
      }
    };
    return picture.isHeavy ? heavyInTurn(() => inTurn(decode)) : inTurn(decode);
  };
}
