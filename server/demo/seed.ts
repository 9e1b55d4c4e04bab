import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NewWanted } from '@selvedge/shared/items/wanted';
import { type Config, ConfigError } from '../src/config.ts';
import { createWanted } from '../src/items/wanted/create-wanted.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { claimUploads } from '../src/platform/media/claim-uploads.ts';
import { createUploads } from '../src/platform/media/uploads.ts';
import type { Logger } from '../src/platform/observability/log.ts';
import { addHold, addOffer } from './add-agreements.ts';
import { addConversation, type Items } from './add-conversations.ts';
import { addDeal } from './add-deals.ts';
import { addListings } from './add-listings.ts';
import { addMembers, type Members } from './add-members.ts';
import { CONVERSATIONS } from './catalogue/conversations.ts';
import { DEALS } from './catalogue/deals.ts';
import { ageInMs, type DemoListing } from './catalogue/listing.ts';
import { LISTINGS } from './catalogue/listings.ts';
import type { MemberName } from './catalogue/members.ts';
import { WANTED } from './catalogue/wanted.ts';
import { createOfflineCtx } from './offline-ctx.ts';
import { portraitOf } from './pictures.ts';
import { dateListing, dateWanted, setMember } from './queries.ts';
import { type DemoParts, uploadPicture } from './upload-picture.ts';

/** A folder with this file in it contains a complete demo. */
const MARKER = 'demo.json';

async function addPortraits(studio: DemoParts, members: Members): Promise<void> {
  for (const [name, actor] of Object.entries(members)) {
    const webp = await portraitOf(name as MemberName); // `members` has the keys of `MEMBERS`
    const { url } = await uploadPicture(studio, actor, webp, 'portrait');
    await studio.ctx.db.transact(async (tx) => {
      const [photo] = await claimUploads(tx, actor.id, [url], new Date());
      await setMember(tx, actor.id, { profileImageKey: photo?.key ?? null });
    });
  }
}

async function addWanted({ ctx }: DemoParts, members: Members, now: number): Promise<Items> {
  const items: Items = new Map();
  for (const { buyer, listed, ...fields } of WANTED) {
    const actor = members[buyer];
    const { id } = await createWanted(ctx, actor, NewWanted.parse(fields));
    await ctx.db.transact((tx) => dateWanted(tx, id, new Date(now - ageInMs(listed))));
    items.set(fields.title, { id, ownerId: actor.id });
  }
  return items;
}

async function sellSome({ ctx }: DemoParts, catalogue: readonly DemoListing[], items: Items, now: number) {
  for (const { title, sold } of catalogue) {
    const item = items.get(title);
    if (!sold || !item) continue;
    const soldAt = new Date(now - ageInMs(sold));
    await ctx.db.transact((tx) => dateListing(tx, item.id, { isSold: true, soldAt }));
  }
}

async function addAgreements(
  { ctx }: DemoParts,
  members: Members,
  { catalogue, listings }: { catalogue: readonly DemoListing[]; listings: Items },
  now: number,
) {
  for (const deal of DEALS) {
    const sold = catalogue.find(({ title }) => title === deal.listing)?.sold;
    if (!sold) continue;
    const times = { soldAt: new Date(now - ageInMs(sold)), now };
    await addDeal(ctx, members, listings, deal, times);
  }
  await addHold(ctx, members, listings);
  await addOffer(ctx, members, listings);
}

async function fill(studio: DemoParts, catalogue: readonly DemoListing[], print: (text: string) => void) {
  const now = Date.now();
  const members = await addMembers(studio.ctx.db, now);
  await addPortraits(studio, members);
  const listings = await addListings(studio, members, catalogue, now, (done) => {
    if (done % 10 === 0 || done === catalogue.length)
      print(`  ${done} of ${catalogue.length} listings added`);
  });
  const wanted = await addWanted(studio, members, now);
  const aboutDeals = DEALS.flatMap(({ listing, buyer, lines }) =>
    lines ? [{ about: { listing }, opener: buyer, lines }] : [],
  );
  for (const conversation of [...CONVERSATIONS, ...aboutDeals]) {
    // With a partial catalogue, skip the conversations about missing listings.
    const isIncluded = 'wanted' in conversation.about || listings.has(conversation.about.listing);
    if (isIncluded) await addConversation(studio.ctx, members, { listings, wanted }, conversation, now);
  }
  await sellSome(studio, catalogue, listings, now);
  await addAgreements(studio, members, { catalogue, listings }, now);
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  if ((await readdir(dataDir)).length > 0) {
    throw new ConfigError([`DATA_DIR: ${dataDir} contains something other than the demo`]);
  }
  await rmdir(dataDir);
}

/**
 * The demo is built beside the folder and moved into place as a whole, so an interrupted seeding leaves only
 * a folder that the next one deletes. @throws ConfigError when the folder contains anything else
 */
export async function seedDemo(
  { dataDir }: Pick<Config, 'dataDir'>,
  log: Logger,
  print: (text: string) => void,
  catalogue: readonly DemoListing[] = LISTINGS,
): Promise<void> {
  if (existsSync(join(dataDir, MARKER))) return;
  await requireEmptyFolder(dataDir);
  const draft = `${dataDir}.seeding`;
  const folder = join(draft, 'incoming');
  await rm(draft, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const startedAt = performance.now();
  print('Adding the demo, once …');

  const db = await openDatabase(`file:${join(draft, 'selvedge.db')}`, log);
  const uploads = createUploads({ config: { dataDir: draft }, db, log, urlKey: new Uint8Array(32) });
  try {
    await fill({ ctx: createOfflineCtx(db, { media: uploads }), folder }, catalogue, print);
  } finally {
    await uploads.close();
    await db.close();
  }
  await writeFile(join(draft, MARKER), `${JSON.stringify({ seededAt: new Date() })}\n`);
  await mkdir(dirname(dataDir), { recursive: true });
  await rename(draft, dataDir);
  print(`Added in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
