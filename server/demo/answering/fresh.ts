/** The first wording that does not repeat the last message or a part of it. */
export const fresh = (wordings: readonly string[], last: string): string =>
  wordings.find((wording) => !last.includes(wording)) ?? wordings[0] ?? '';
