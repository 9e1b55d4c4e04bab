/** What spreadsheets take for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe makes it text. One that is there already gets another, so that reading it back is exact. */
const guard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** One line by RFC 4180, with every cell in quotes. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guard(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Without this mark, some spreadsheets read UTF-8 as the code page of their machine. */
export const BOM = '\ufeff';
