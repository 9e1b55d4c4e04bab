/** The first wording that is not what was said last, nor a part of it. */
export const fresh = (wordings: readonly string[], last: string): string =>
  wordings.find((wording) => !last.includes(wording)) ?? wordings[0] ?? '';
