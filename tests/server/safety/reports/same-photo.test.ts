import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Tx } from '../../../../server/src/platform/db/database.ts';
import { fileSamePhoto } from '../../../../server/src/safety/reports/file-same-photo.ts';
import { readRows } from '../../../support/data/rows.ts';
import { addListing, addMember } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

describeOnBothEngines('two copied photos found at the same moment', ({ dbForAll }) => {
  const db = dbForAll();
  let [copier, owner]: Actor[] = [];
  beforeEach(async () => {
    copier = await addMember(db, `odile${Date.now()}`);
    owner = await addMember(db, `marlow${Date.now()}`);
  });

  /** Reports that a new listing of the copier has the owner's photo. */
  async function copied(): Promise<(tx: Tx) => Promise<boolean>> {
    const listingId = await addListing(db, copier?.id ?? '');
    const otherListing = { id: await addListing(db, owner?.id ?? ''), title: 'Trucker', isRemoved: false };
    const photo = {
      ...{ key: `${listingId}/front.webp`, otherKey: null, otherCopy: null, otherPlaceholder: 'AAAA' },
      otherListing: { ...otherListing, addedAt: new Date().toISOString() },
    };
    return (tx) => fileSamePhoto(tx, { listingId, otherMemberId: owner?.id ?? '', photo });
  }

  /** Files both in transactions of which neither sees what the other has stored. */
  async function fileBoth() {
    const [first, second] = [await copied(), await copied()];
    const stored = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const filing = db.transact(async (tx) => {
      await first(tx);
      stored.resolve();
      await mayCommit.promise;
    });
    await stored.promise;
    const filingToo = db.transact(second);
    await Promise.race([filingToo, setTimeout(500)]);
    mayCommit.resolve();
    await Promise.all([filing, filingToo]);
    return (await readRows(db, 'reports')).filter(({ memberId }) => memberId === copier?.id);
  }

  test('open one report', { tags: ['copied-photo-reports'] }, async () => {
    expect(await fileBoth()).toHaveLength(1);
  });

  test('are both named in it', { tags: ['copied-photo-reports'] }, async () => {
    const [report] = await fileBoth();
    expect(report?.evidence).toMatchObject({ samePhotos: [{}], moreSamePhotos: [{}] });
  });
});
