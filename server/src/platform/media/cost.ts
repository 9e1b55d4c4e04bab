export interface Cost {
  /** Whether it may take much memory or time: then it is decoded in a process of its own. */
  isHeavy: boolean;
  /** Estimated milliseconds. */
  ms: number;
}

/** Of a picture whose header alone may take much: twice what a phone's takes. */
export const HEAVY: Cost = { isHeavy: true, ms: 3_000 };
