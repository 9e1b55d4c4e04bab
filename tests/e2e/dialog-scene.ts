import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Upload } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Report } from '@selvedge/shared/safety/reports';
import { transparentPng } from '../support/data/pictures.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { ageProofs } from './age-proofs.ts';
import { linkInMail, PASSWORD } from './people.ts';

/** Sells an item to a buyer who has written about it. @returns the deal to answer, and their conversation */
async function sellTo(seller: SignedUp, buyer: SignedUp, title: string) {
  const listing = await seller.list(await transparentPng(60, 80), title);
  const { id: conversationId } = await buyer.openConversation(listing);
  await buyer.call('POST', '/api/messages', { type: 'text', conversationId, content: 'I take it.' });
  await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
  return { listing, conversationId };
}

async function makeDeal(seller: SignedUp, buyer: SignedUp, title: string): Promise<string> {
  const { listing, conversationId } = await sellTo(seller, buyer, title);
  const { message } = await seller.call<{ message: Message & { deal: { id: string } } }>(
    'POST',
    `/api/listings/${listing.id}/deal`,
    { conversationId },
  );
  await buyer.call('POST', `/api/deals/${message.deal.id}/answer`, { isYes: true });
  return message.deal.id;
}

const wantedOf = (member: SignedUp, title: string) =>
  member.call<Wanted>('POST', '/api/wtb-listings', { title, brand: 'Kapital', size: '3', maxPrice: '900' });

const report = (reporter: SignedUp, subject: string, id: string) =>
  reporter.call<Report>('POST', '/api/reports', { subject, id, reason: 'counterfeit', details: 'Look.' });

/** Appeals against the decision on a member's account, by the link in their mail. */
async function appeal({ email }: SignedUp, dataDir: string, url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const link = new URL(linkInMail(dataDir, email, '/mail/appeal').replaceAll('&amp;', '&'));
      const body = new URLSearchParams({ ...Object.fromEntries(link.searchParams), text: 'I did not.' });
      await fetch(`${url}/mail/appeal`, { method: 'POST', body, headers: { origin: url } });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('the decision was not mailed');
}

async function sendPhoto(member: SignedUp, conversationId: string): Promise<void> {
  const form = new FormData();
  form.set('image', await transparentPng(60, 80), 'front.png');
  const { url } = await member.call<Upload>('POST', `/api/conversations/${conversationId}/images`, form);
  await member.call('POST', '/api/messages', { type: 'image', conversationId, url, content: '' });
}

const nameOf = async (member: SignedUp) =>
  (await member.call<{ username: string }>('GET', '/api/auth/user')).username;

/** Items and members for every dialog: those of an admin who trades with another member, and of a warned member. */
export async function createScene({ url, dataDir }: { url: string; dataDir: string }) {
  const [me, other, warned, judge] = await Promise.all(
    ['admin', 'other', 'warned', 'judge'].map((name) => signUp(url, name)) as [
      Promise<SignedUp>,
      ...Promise<SignedUp>[],
    ],
  );
  if (!other || !warned || !judge) throw new Error('too few members');
  // The first call creates a member's profile.
  const names = await Promise.all([me, judge, other, warned].map(nameOf));
  const newcomer = await signUp(url, 'newcomer', { isNew: true });
  const [name = ''] = names;
  for (const admin of names.slice(0, 2)) await makeAdmin({ DATA_DIR: dataDir }, admin);
  // The server caches the rights of a session for a while.
  for (const admin of [me, judge]) {
    await admin.auth.signInWithPassword({ email: admin.email, password: PASSWORD });
    await admin.renew();
  }
  const photo = await transparentPng(60, 80);
  const [mine, theirs] = [await me.list(photo, 'Own coat'), await other.list(photo, 'Ring coat')];
  const [myWanted, theirWanted] = [
    await wantedOf(me, 'Own wanted coat'),
    await wantedOf(other, 'Wanted coat'),
  ];
  await me.call('PUT', `/api/listings/${theirs.id}/saved`);
  const { id: conversationId } = await me.openConversation(theirs);
  await sendPhoto(me, conversationId);
  const { listing: sold } = await sellTo(me, other, 'Sold coat');
  await makeDeal(other, me, 'Unvouched coat');
  const vouched = `/api/deals/${await makeDeal(other, me, 'Vouched coat')}/vouch`;
  for (const writer of [me, other]) await writer.call('PUT', vouched, { rating: 'good', text: 'Fine.' });

  await report(other, 'user', warned.id);
  const open = await judge.call<Report[]>('GET', '/api/admin/reports?state=open');
  const about = open.find(({ subjectId }) => subjectId === warned.id);
  await judge.call('POST', `/api/admin/reports/${about?.id}/resolve`, {
    action: 'warn',
    note: 'Please stop.',
  });
  await appeal(warned, dataDir, url);
  await report(other, 'listing', mine.id);
  return {
    ...{ me, name, names, other, warned, newcomer, mine, theirs, sold, myWanted, theirWanted },
    conversationId,
    ageProofs: () => ageProofs(dataDir),
  };
}
export type Scene = Awaited<ReturnType<typeof createScene>>;
