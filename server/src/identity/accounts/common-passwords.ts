/** No password shorter than this is ever accepted. */
const MIN_LENGTH = 8;

/**
 * Entries that the package's list lacks, in lower case: repeats and sequences (zxcvbn itself finds those by
 * pattern), passwords with recent years, and words that are obvious on this site.
 */
const MORE =
  `password1! p@ssword p@55w0rd contraseña 123123123 87654321 987654321 0987654321 111111111 1111111111
  00000000 000000000 22222222 33333333 55555555 66666666 77777777 88888888 99999999 12341234 12121212
  zxcvbnm, abcdefgh abcdefghi aaaaaaaa aa12345678 letmein! welcome! welcome1! changeme123 test12345
  admin1234 admin12345 admin@123 administrator1 root1234 rootroot toor1234 user1234 useruser guest123
  guest1234 facebook1 facebook123 linkedin linkedin1 instagram youtube1 twitter1 chelsea123 barcelona1
  flower123 mypassword1 thepassword yourpassword summer2023 summer2024 summer2025 summer2026 winter2023
  winter2024 winter2025 winter2026 spring2024 spring2025 autumn2024 autumn2025 monday123 mother123
  correcthorsebatterystaple 11111111 44444444 selvedge selvedge1 selvedge12 selvedge123 selvedge! selvedge1!
  selvedge2026 rawdenim secondhand designer`.split(/\s+/);

let known: Promise<ReadonlySet<string>> | undefined;

// Loaded on first use: half a megabyte that only new passwords need.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH), ...MORE]);
}

/** Whether a password, in any case, is among the 18,000 most frequent leaked ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  return (await known).has(password.toLowerCase());
}
