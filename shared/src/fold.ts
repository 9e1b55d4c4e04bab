// Letters that people type without their stroke or ligature, and that Unicode does not decompose; and the sigma that
// ends a word.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ς: 'σ' };

/** Letters as they are compared: lower case, without marks. */
export const foldLetters = (text: string): string =>
  text
    // Some signs become capitals only when they are taken apart.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœßıς]/gu, (letter) => PLAIN[letter] ?? letter);
