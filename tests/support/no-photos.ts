import type { Photos } from '../../web/src/conversations/ports.ts';

const none = (): never => {
  throw new Error('no photo is sent here');
};
/** For clients that send text only. */
export const noPhotos: Photos = { sizeOf: none, compress: none, upload: none };
