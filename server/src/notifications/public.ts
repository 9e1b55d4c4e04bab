// What other rooms may use of this one.

export type { PostNotice } from './post-notice.ts';
