import { foldLetters } from '@selvedge/shared/platform/fold';
import { expect, test } from 'vitest';

test('folds ASCII as it does beside other letters', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  for (const text of [...ascii, ascii.join(''), 'A.P.C. `Petit` Standard 10 1/2'])
    expect(`${foldLetters(text)}e`).toBe(foldLetters(`${text}é`));
});
