/** The first wording that does not repeat the last message or a part of it. */
export function fresh(wordings: readonly string[], last: string): string {
  return wordings.find((wording) => !last.includes(wording)) ?? wordings[0] ?? '';
}
