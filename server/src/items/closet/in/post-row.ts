import { NewListing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError, invalidInput } from '../../../platform/core/errors.ts';
import { createListingWithin } from '../../listings/create-listing.ts';
import { findPostedListing } from '../../listings/queries.ts';
import { endRow, type RowToPost } from '../queries.ts';

type Poster = Pick<Actor, 'id'>;

/** Removes the originals of a row that has ended. */
export function removePhotos({ media }: Ctx, { importId, photos }: RowToPost): Promise<void> {
  return media.originals.remove(
    importId,
    photos.map(({ original }) => original),
  );
}

/** Uploads a row's photos, under the limits of uploads. @throws as an upload */
async function uploadPhotos(ctx: Ctx, actor: Poster, row: RowToPost, onStep: () => Promise<void>) {
  const urls: string[] = [];
  for (const { name, original } of row.photos) {
    await onStep();
    const upload = await ctx.limits.spend('upload', { memberId: actor.id }, () =>
      ctx.media.originals.upload(actor, { batch: row.importId, number: original, name }),
    );
    if (!upload) throw new AppError('not_found', `The photo “${name}” is gone.`);
    urls.push(upload.url);
  }
  return urls;
}

/**
 * Ends a row that an earlier import of the same table has posted, without spending a limit.
 * @returns false if there is no such import @throws conflict if the listing was removed since
 */
async function endRepeated(ctx: Ctx, { id: sellerId }: Poster, row: RowToPost): Promise<boolean> {
  const { clientId } = row;
  const [before] = await ctx.db.read(async (conn) => findPostedListing(conn, { sellerId, clientId }));
  if (!before) return false;
  const { id: listingId, removedAt } = before.listing;
  if (removedAt) throw new AppError('conflict', 'It was posted before, and its listing was removed.');
  await ctx.db.transact(async (tx) => endRow(tx, row.id, { state: 'repeated', listingId, problem: null }));
  await removePhotos(ctx, row);
  return true;
}

/**
 * Posts one row, under the same limits as the listing form.
 * @param onStep called before each photo
 * @throws why the row is refused; `rate_limited` and `unavailable` are temporary
 */
export async function postRow(
  ctx: Ctx,
  actor: Poster,
  row: RowToPost,
  onStep: () => Promise<void>,
): Promise<void> {
  const { limits, settings, db } = ctx;
  if (await endRepeated(ctx, actor, row)) return;
  await limits.spend('newListing', { memberId: actor.id }, async () => {
    await limits.write('newListing', actor.id, row.fields);
    const images = await uploadPhotos(ctx, actor, row, onStep);
    const parsed = NewListing.safeParse({ ...row.fields, images, clientId: row.clientId });
    if (!parsed.success) throw invalidInput(parsed.error, settings.currency());
    await db.transact(async (tx) => {
      const { id } = await createListingWithin(ctx, tx, actor, parsed.data);
      const [ended] = await endRow(tx, row.id, { state: 'posted', listingId: id, problem: null });
      if (!ended) throw new AppError('conflict', 'The import was stopped.');
    });
  });
  await removePhotos(ctx, row);
}
