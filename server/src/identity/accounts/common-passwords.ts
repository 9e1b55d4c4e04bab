import more from './common-passwords.json' with { type: 'json' };

/** No password shorter than this is ever accepted. */
const MIN_LENGTH = 8;

let known: Promise<ReadonlySet<string>> | undefined;

// `more` adds repeats and sequences (zxcvbn itself finds those by pattern), passwords with recent years, and
// words that are obvious here. The package's half a megabyte is loaded on first use, by a new password.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH), ...more]);
}

/** Whether a password, in any case, is among the 18,000 most frequent leaked ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  return (await known).has(password.toLowerCase());
}
