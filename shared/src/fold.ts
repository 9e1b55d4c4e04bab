// Letters with a stroke or ligature, which Unicode does not decompose, and the Greek final sigma.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ς: 'σ' };

/** A text as it is compared: in lower case, without diacritics. */
export const foldLetters = (text: string): string =>
  text
    // Decomposed first: some compatibility characters decompose into capitals.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœßıς]/gu, (letter) => PLAIN[letter] ?? letter);
