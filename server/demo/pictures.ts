import { readFile } from 'node:fs/promises';
import type { DemoListing } from './catalogue/listing.ts';
import type { MemberName } from './catalogue/members.ts';

// Next to this source file, or two folders above the bundle.
const FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? './pictures/' : '../../demo/pictures/',
  import.meta.url,
);

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The WebP bytes of one photo of a listing, such as its `front`. */
export function photoOf({ title }: Pick<DemoListing, 'title'>, view: string): Promise<Uint8Array> {
  return readFile(new URL(`${slugOf(title)}-${view}.webp`, FOLDER));
}

/** The WebP bytes of a member's profile picture. */
export function portraitOf(name: MemberName): Promise<Uint8Array> {
  return readFile(new URL(`members/${name}.webp`, FOLDER));
}

/** The WebP bytes of the letters with which notes are written. */
export function handwriting(): Promise<Uint8Array> {
  return readFile(new URL('handwriting.webp', FOLDER));
}
