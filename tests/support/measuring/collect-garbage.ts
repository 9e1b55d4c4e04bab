import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees the memory of this process that nothing refers to any more. */
export const collectGarbage = runInNewContext('gc') as () => void;
