import type { Report } from '@selvedge/shared/safety/reports';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { RenderedMail } from '../../../server/src/platform/mail/mailer.ts';
import { openWorld, type WorldOptions } from '../world.ts';
import { addListing } from './market.ts';

interface Decision {
  action: string;
  note?: string;
  rule?: string;
  days?: number;
}

/** A seller with a listing, a buyer, two admins; mails that are recorded, and the pages of their links. */
export async function openModerated(options: WorldOptions = {}) {
  const shop = await openWorld(options);
  const { db } = shop;
  const seller = await shop.join('marlow');
  const buyer = await shop.join('odile');
  const admin = await shop.join('admin', { isAdmin: true });
  const other = await shop.join('other', { isAdmin: true });
  const listingId = await addListing(db, seller.id, { description: 'Worn twice.' });
  const mailsTo = async (address: string): Promise<RenderedMail[]> =>
    (await shop.mails()).filter(({ to }) => to === address);
  const reports = async (state = 'open', as = admin) =>
    (await (await shop.call('GET', `/api/admin/reports?state=${state}`, { as })).json()) as Report[];
  return {
    ...{ shop, db, seller, buyer, admin, other, listingId, mailsTo, reports },
    addressOf: ({ username }: Actor) => `${username}@example.com`,
    mailsOf: ({ username }: Actor) => mailsTo(`${username}@example.com`),
    report: (as: Actor, subject = 'listing', id = listingId, details: string | null = null) =>
      shop.call('POST', '/api/reports', { as, json: { subject, id, reason: 'scam', details } }),
    visitorReport: (json: object = {}, headers: Record<string, string> = {}) =>
      shop.call('POST', '/api/visitor-reports', {
        headers,
        json: {
          ...{ subject: 'listing', id: listingId, reason: 'counterfeit', details: 'The label is printed.' },
          ...{ email: 'Visitor@Example.com', name: 'Vera Visitor', ...json },
        },
      }),
    decide: (as: Actor, id: string | undefined, decision: Decision) =>
      shop.call('POST', `/api/admin/reports/${id}/resolve`, { as, json: decision }),
    answer: (as: Actor, id: string | undefined, outcome: string, reason = 'A second look') =>
      shop.call('POST', `/api/admin/appeals/${id}/answer`, { as, json: { outcome, reason } }),
    /** Opens the page of a mailed link. */
    open: (link = '') => shop.call('GET', link),
    /** Sends the form on the page of a mailed link. */
    submit: (link = '', text?: string) => {
      const { pathname, searchParams } = new URL(link);
      const body = new URLSearchParams(searchParams);
      if (text !== undefined) body.set('text', text);
      return shop.call('POST', pathname, { body });
    },
  };
}
export type Moderated = Awaited<ReturnType<typeof openModerated>>;
