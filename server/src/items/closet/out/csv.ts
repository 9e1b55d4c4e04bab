/** What spreadsheets evaluate as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Prefixes formulas with an apostrophe. An existing apostrophe gets another, so that an import restores the cell. */
const guard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** One line as in RFC 4180, with every cell quoted. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guard(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Without a byte-order mark, some spreadsheets do not detect UTF-8. */
export const BOM = '\ufeff';
