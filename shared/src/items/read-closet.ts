import { cleanText } from '../platform/clean-text.ts';
import { foreignMark } from '../platform/currency-marks.ts';
import { REQUIRED } from '../platform/input-errors.ts';
import { CATEGORIES, CONDITIONS, LISTING_LIMITS } from '../platform/limits.ts';
import { fromCents, isNegative, parseMoney, toCents } from '../platform/money.ts';
import type { ClosetAllField, ClosetField, ClosetMatch, ClosetRow, ClosetTable } from './closet.ts';
import { CLOSET_ROWS_MAX } from './closet.ts';
import { readCategory, readCondition, readSize } from './closet-words.ts';
import { ListingFields } from './listings.ts';
import { inCurrency } from './prices.ts';

const ADDRESS = /^https?:\/\//i;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));
/** In characters. The patterns that read a category, size or condition are slow with longer texts. */
const WORD_MAX = 200;

/** The text of a description, which shops export as HTML. */
function withoutHtml(text: string): string {
  if (!/<\/?(?:p|br|div|ul|li|span|b|strong|em|i|a|h\d)\b/i.test(text)) return text;
  const plain = text
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<br\b[^<>]*>|<\/(?:p|div|li|ul|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(\w+));/g, (entity, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : (ENTITIES.get(name ?? '') ?? entity),
    )
    .replace(/\n{3,}/g, '\n\n');
  // An entity can be a character that no database stores.
  return cleanText(plain);
}

/** Removes the apostrophe that keeps spreadsheets from evaluating a cell. */
const withoutGuard = (cell: string): string =>
  cell.replace(/^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '');

const key = (path: string): string => path.normalize('NFC').toLowerCase();
const lastPart = (path: string): string => path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1);

/** The file name of a photo that is given by name or URL. */
function nameOf(text: string): string {
  if (!ADDRESS.test(text)) return text;
  const path = text.replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(lastPart(path));
  } catch {
    return lastPart(path);
  }
}

/** Finds photos of an archive by path, or by file name if it is unique. */
function photoFinder(paths: readonly string[]) {
  const byPath = new Map(paths.map((path) => [key(path), path]));
  const byName = Map.groupBy(paths, (path) => key(lastPart(path)));
  return (text: string): string | undefined => {
    const name = key(nameOf(text.trim()).replaceAll('\\', '/'));
    const named = byName.get(lastPart(name)) ?? [];
    return byPath.get(name) ?? (named.length === 1 ? named[0] : undefined);
  };
}

const listed = (cell: string): string[] => cell.split(/[|;,\n]+/).filter((part) => part.trim() !== '');

function photosIn(cells: string[], find: (text: string) => string | undefined) {
  const found = new Set<string>();
  const missing: string[] = [];
  for (const cell of cells) {
    const parts = listed(cell);
    // A file name may contain a comma.
    for (const part of parts.some(find) || !find(cell) ? parts : [cell]) {
      const path = find(part);
      if (path === undefined) missing.push(nameOf(part.trim()));
      else found.add(path);
    }
  }
  return { found: [...found], missing, isAddress: cells.some((cell) => ADDRESS.test(cell.trim())) };
}

function describePhotos({
  found,
  missing,
  isAddress,
}: ReturnType<typeof photosIn>): Pick<ClosetRow, 'notes' | 'problems'> {
  const name = missing[0];
  const absent =
    name &&
    `${isAddress ? 'Addresses of photos are not fetched. ' : ''}Put “${name.slice(0, 60)}” into a ZIP with the CSV.`;
  if (found.length === 0)
    return {
      notes: [],
      problems: [{ field: 'photos', message: absent || 'No photo: name the files of its photos.' }],
    };
  const notes: string[] = [];
  if (name)
    notes.push(
      `${missing.length === 1 ? '1 photo is' : `${missing.length} photos are`} not in the ZIP: “${name.slice(0, 60)}”`,
    );
  if (found.length > LISTING_LIMITS.images)
    notes.push(`Only the first ${LISTING_LIMITS.images} of ${found.length} photos are taken.`);
  return { notes, problems: [] };
}

/** @param where texts that may name a currency: the cell, the name of its column, the cell of the currency */
function priceProblem(cell: string, where: string[], own: string): string | null {
  if (isNegative(cell)) return `The price “${cell.slice(0, 40)}” is negative.`;
  if (cell !== '' && parseMoney(cell) === null)
    return `The price “${cell.slice(0, 40)}” is no single amount.`;
  for (const text of where) {
    const mark = foreignMark(text, own);
    if (mark !== null) return `The price is in ${mark.slice(0, 10)}; prices here are in ${own}.`;
  }
  return null;
}

const CHOICES: Record<string, readonly string[]> = { category: CATEGORIES, condition: CONDITIONS };

/** Adds the field's name and value to the message of the listing form, because a row shows neither next to it. */
function inWords(field: string, value: string, message: string): string {
  if (message === REQUIRED) return `${field.charAt(0).toUpperCase()}${field.slice(1)} is required`;
  const choices = CHOICES[field];
  return choices ? `“${value.slice(0, 40)}” is no ${field} here: ${choices.join(', ')}` : message;
}

interface Item {
  number: number;
  cells: string[];
  /** From further lines of the same item. */
  photoCells: string[];
  hasVariants: boolean;
}

const cellsOf = (cells: string[], columns: number[] = []): string[] =>
  columns.map((at) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');

/** Joins lines with the same handle: Shopify writes one line for each photo of an item. */
function joinLines({ records }: ClosetTable, { columns }: ClosetMatch): Item[] {
  const items: Item[] = [];
  const handleOf = (cells: string[]) => (columns.handle === undefined ? '' : (cells[columns.handle] ?? ''));
  for (const [at, cells] of records.entries()) {
    if (cells.length === 0) continue;
    const last = items.at(-1);
    const isMore = last && handleOf(cells) !== '' && handleOf(cells) === handleOf(last.cells);
    if (!isMore)
      items.push({ number: at + 2, cells, photoCells: cellsOf(cells, columns.photos), hasVariants: false });
    else {
      last.photoCells.push(...cellsOf(cells, columns.photos));
      last.hasVariants ||= columns.price !== undefined && (cells[columns.price] ?? '') !== '';
    }
  }
  return items;
}

/** The rows of a file as they would be posted, with their problems: at most one more than an import may have. */
export function readCloset(table: ClosetTable, match: ClosetMatch, currency: string): ClosetRow[] {
  const find = photoFinder(table.photos);
  const items = joinLines(table, match).slice(0, CLOSET_ROWS_MAX + 1);
  return items.map(({ number, cells, photoCells, hasVariants }): ClosetRow => {
    const given = (field: Exclude<ClosetField, 'photos'>): string => {
      const at = match.columns[field];
      const one = match.all[field as ClosetAllField];
      return one?.trim() ? one.trim() : at === undefined ? '' : withoutGuard((cells[at] ?? '').trim());
    };
    const word = (field: 'category' | 'size' | 'condition') => given(field).slice(0, WORD_MAX);
    const money = parseMoney(given('price'));
    const row = {
      title: given('title'),
      brand: given('brand'),
      category: word('category') && readCategory(word('category')),
      size: word('size') && readSize(word('size')),
      condition: word('condition') && readCondition(word('condition')),
      price: money === null ? '' : fromCents(toCents(money)),
      description: withoutHtml(given('description')),
    };
    const { price: at } = match.columns;
    const named = at === undefined ? '' : (table.columns[at] ?? '');
    const ofColumns = match.all.price?.trim() ? [] : [named, given('currency')];
    const wrongPrice = priceProblem(given('price'), [given('price'), ...ofColumns], currency);
    const photos = photosIn(photoCells, find);
    const about = describePhotos(photos);
    const { error } = ListingFields.safeParse({ ...row, price: money ?? '' });
    const problems = [
      ...(error?.issues ?? [])
        .filter(({ path }) => !(path[0] === 'price' && wrongPrice))
        .map(({ path, message }) => {
          const field = String(path[0] ?? '');
          const value = row[field as keyof typeof row] ?? '';
          return { field, message: inWords(field, value, inCurrency(message, currency)) };
        }),
      ...(wrongPrice ? [{ field: 'price', message: wrongPrice }] : []),
      ...about.problems,
      ...(/\bsold\b/i.test(given('status')) ? [{ field: 'status', message: 'It is sold.' }] : []),
      ...(hasVariants
        ? [{ field: 'title', message: 'It has several variants: give each a row of its own.' }]
        : []),
    ];
    return {
      number,
      ...row,
      photos: photos.found.slice(0, LISTING_LIMITS.images),
      problems,
      notes: about.notes,
    };
  });
}
