import { NewListing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError, invalidInput } from '../../../platform/core/errors.ts';
import { createListingWithin } from '../../listings/create-listing.ts';
import { endRow, type RowToPost } from '../queries.ts';

type Poster = Pick<Actor, 'id'>;

/** @throws as an upload, whose limits hold */
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
 * Posts one row under the limits of a member who fills in the form.
 * @param onStep is called before each photo
 * @throws what refuses it: rate_limited and unavailable end by themselves
 */
export async function postRow(
  ctx: Ctx,
  actor: Poster,
  row: RowToPost,
  onStep: () => Promise<void>,
): Promise<void> {
  const { limits, settings, media, db } = ctx;
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
  await media.originals.remove(
    row.importId,
    row.photos.map(({ original }) => original),
  );
}
