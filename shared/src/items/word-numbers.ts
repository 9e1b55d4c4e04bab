/** Shorter words have no other number. */
const LENGTH_MIN = 4;

function singularsOf(word: string): string[] {
  if (!/[^s]s$/.test(word)) return [word];
  const stem = (letters: number, ending = '') => word.slice(0, -letters) + ending;
  return [
    stem(1),
    ...(/..ves$/.test(word) ? [stem(3, 'f'), stem(3, 'fe')] : []),
    ...(/..ies$/.test(word) ? [stem(3, 'y')] : []),
    ...(/(?:s|x|z|ch|sh|o)es$/.test(word) ? [stem(2)] : []),
  ];
}

function pluralsOf(word: string): string[] {
  const plurals = [`${word}s`];
  if (/[^aeiou]y$/.test(word)) plurals.push(`${word.slice(0, -1)}ies`);
  if (/[^f]fe?$/.test(word)) plurals.push(word.replace(/fe?$/, 'ves'));
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) plurals.push(`${word}es`);
  return plurals;
}

/** A word in both numbers, itself first: `derbys` → `derby`, `derbies`. */
export function numbersOf(word: string): string[] {
  if (word.length < LENGTH_MIN || !/^[a-z]+$/.test(word)) return [word];
  const singulars = singularsOf(word);
  return [...new Set([word, ...singulars, ...singulars.flatMap(pluralsOf)])];
}
