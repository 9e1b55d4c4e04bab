import type {
  ClosetImport,
  ClosetImportDetails,
  ClosetMatch,
  ClosetPreview,
} from '@selvedge/shared/items/closet';
import type { Listing } from '@selvedge/shared/items/listings';
import { zipSync } from 'fflate';
import { vi } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { phonePhoto } from '../data/pictures.ts';
import type { SignedUp } from './account.ts';

type Call = (method: string, path: string, call: { as: Actor; body?: FormData }) => Promise<Response>;

export const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** A ZIP of a table and photos. */
export const zipOf = (csv: string | Uint8Array, photos: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync(
    { 'closet.csv': typeof csv === 'string' ? new TextEncoder().encode(csv) : csv, ...photos },
    { level: 0 },
  );

/** What a table of listings says of one. */
export const closetFields = ({ title, brand, category, size, condition, price, description }: Listing) => ({
  ...{ title, brand, category, size, condition, price, description },
});

/** A table of `count` rows that can be posted, each with the photos that it names. @param pictures used in turn */
export async function goodCloset(
  count: number,
  photosEach = 1,
  pictures?: readonly Blob[],
): Promise<{ csv: string; photos: Record<string, Uint8Array> }> {
  const blobs = pictures ?? [await phonePhoto({ width: 120, height: 160 })];
  const files = await Promise.all(blobs.map(bytesOf));
  const photos: Record<string, Uint8Array> = {};
  const lines = ['title,brand,category,size,condition,price,photos'];
  for (let row = 1; row <= count; row += 1) {
    const names = Array.from({ length: photosEach }, (_, at) => `coat-${row}-${at + 1}.jpg`);
    for (const [at, name] of names.entries()) photos[name] = files[(row + at) % files.length] as Uint8Array;
    lines.push(`Coat ${row},Kapital,Outerwear,L,Used,${row}.50,${names.join('|')}`);
  }
  return { csv: lines.join('\n'), photos };
}

/** The calls that move a closet, as a member makes them. */
export function openCloset(world: { call: Call }) {
  const form = (file: Uint8Array | string, name: string) => {
    const body = new FormData();
    body.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    return body;
  };
  const query = (match?: ClosetMatch) => (match ? `?match=${encodeURIComponent(JSON.stringify(match))}` : '');
  const sendTo = async (path: string, as: Actor, file: Uint8Array | string, match?: ClosetMatch) =>
    world.call('POST', `/api/closet/${path}${query(match)}`, { as, body: form(file, 'closet.zip') });
  const preview = async (
    as: Actor,
    file: Uint8Array | string,
    match?: ClosetMatch,
  ): Promise<ClosetPreview> => {
    const response = await sendTo('preview', as, file, match);
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as ClosetPreview;
  };
  const details = async (as: Actor, id: string): Promise<ClosetImportDetails> =>
    (await (await world.call('GET', `/api/closet/imports/${id}`, { as })).json()) as ClosetImportDetails;
  return {
    sendTo,
    preview,
    details,
    /** What a refused file is told. */
    async refusal(as: Actor, file: Uint8Array | string): Promise<string> {
      const response = await sendTo('preview', as, file);
      if (response.status !== 400) throw new Error(`answered ${response.status}`);
      return ((await response.json()) as { message: string }).message;
    },
    /** Starts to post the good rows, matched as the preview does. */
    async start(as: Actor, file: Uint8Array): Promise<ClosetImport> {
      const { match } = await preview(as, file);
      const response = await sendTo('imports', as, file, match);
      if (response.status !== 201) throw new Error(await response.text());
      return (await response.json()) as ClosetImport;
    },
    done: (as: Actor, id: string) =>
      vi.waitFor(
        async () => {
          const found = await details(as, id);
          if (!found.isDone) throw new Error(`${found.posted} of ${found.total} posted`);
          return found;
        },
        { timeout: 60_000, interval: 100 },
      ),
    async download(as: Actor): Promise<Uint8Array> {
      const response = await world.call('GET', '/api/closet.zip', { as });
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** The closet of a member of a running product, and the member as its calls take them. */
export const closetOf = (member: SignedUp) => ({
  ...openCloset({ call: (method, path, { body }) => member.request(method, path, body) }),
  actor: {
    ...member,
    ...{ username: '', profileImageUrl: null, isAdmin: false, sessionId: '', expiresAt: new Date() },
  },
});
