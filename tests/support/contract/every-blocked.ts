import { randomUUID } from 'node:crypto';
import type { Listing } from '@selvedge/shared/items/listings';
import { type RequestName, requests } from '@selvedge/shared/platform/realtime';
import type * as z from 'zod';
import { next } from '../clients/socket.ts';
import type { Member } from '../people/accounts.ts';
import type { WorldOptions } from '../world.ts';
import { type Fixtures, openRoles, type Row, withIds } from './every-role.ts';
import { SOCKET_INPUTS } from './socket-inputs.ts';

/** Fields that take any text, of which only an issued one is right. */
const ISSUED = ['code', 'image'];

/** An input with the mark in place of every text that may be any text. */
function withMark(schema: z.ZodType | undefined, input: unknown, mark: string): unknown {
  if (!schema || !input || input instanceof FormData) return input;
  const marked = Object.entries(input).flatMap(([field, value]) => {
    const isText = typeof value === 'string' && !ISSUED.includes(field);
    return isText && schema.safeParse({ ...input, [field]: mark }).success ? [[field, mark]] : [];
  });
  return { ...input, ...Object.fromEntries(marked) };
}

/** An admin's call, one of nobody in particular, or one that would end the walk. */
const isOfNoMember = (call: string) =>
  /\/api\/(admin|setup)|auth\/(signout|signup|invite)|\/api\/blocks/.test(call);

/**
 * Makes every call and socket request of a member whom the other member of their conversation, deals and lines has
 * blocked: first as the buyer, then as the seller. Every text sent contains a mark.
 * @returns for each call, the status as buyer and as seller, with the events and mails that the blocking member received;
 * `(text)` if the mark reached them, in their inbox too
 */
export async function callAsBlocked(table: Record<string, Row>, options: WorldOptions = {}) {
  const { world, people, make, call: send } = await openRoles(options);
  const outcomes: Record<string, string> = {};
  for (const [blocked, blocker] of [
    [people.other, people.owner],
    [people.owner, people.other],
  ] as [Member, Member][]) {
    const [own, heard] = [await world.connect(blocked), await world.connect(blocker)];
    await Promise.all([next(own, 'unread'), next(heard, 'unread')]);
    const events: string[] = [];
    const payloads: unknown[] = [];
    heard.onAny((event: string, payload: { listing?: Listing }) => {
      payloads.push(payload);
      // Their own listings, which free up with the block.
      if (payload.listing?.sellerId !== blocker.id) events.push(event);
    });
    const mailed = async () => (await world.mails()).filter(({ to }) => to === blocker.email);
    const inbox = async () => (await send('GET', '/api/conversations', blocker, undefined)).text();

    /** Does something as the blocked member, with new fixtures. */
    async function attempt(name: string, act: (fixtures: Fixtures, mark: string) => Promise<unknown>) {
      const mark = `m${randomUUID().slice(0, 8)}`;
      const block = `/api/blocks/${blocked.id}`;
      await send('DELETE', block, blocker, undefined);
      const fixtures = await make(blocked);
      await send('PUT', block, blocker, undefined);
      await heard.emitWithAck('unread:count', {});
      const { length: earlier } = await mailed();
      events.length = 0;
      payloads.length = 0;
      const answer = await act(fixtures, mark);
      await own.emitWithAck('unread:count', {});
      await heard.emitWithAck('unread:count', {});
      // The answer to the request above.
      events.splice(events.lastIndexOf('unread'), 1);
      const mails = (await mailed()).slice(earlier);
      const reached = [...new Set([...events, ...mails.map(() => 'mail')])].toSorted();
      const isRead = JSON.stringify([payloads, mails, await inbox()]).includes(mark);
      const outcome = [answer, ...reached, ...(isRead ? ['(text)'] : [])].join(' ');
      outcomes[name] = outcomes[name] === undefined ? outcome : `${outcomes[name]}, ${outcome}`;
    }

    for (const [call, [, body]] of Object.entries(table).filter(([name]) => !isOfNoMember(name))) {
      const schema = world.product.endpoints.find(
        ({ method, path }) => call === `${method.toUpperCase()} ${path}`,
      )?.body;
      await attempt(call, async (fixtures, mark) => {
        const [method = '', path = ''] = withIds(call, fixtures).split(' ');
        const response = await send(method, path, blocked, withMark(schema, body?.(fixtures), mark));
        await response.body?.cancel();
        return response.status;
      });
    }
    for (const [request, input] of Object.entries(SOCKET_INPUTS)) {
      await attempt(request, async (fixtures, mark) => {
        const name = request as RequestName;
        const sent = withMark(requests[name].input, input(fixtures), mark);
        const ack: { ok: boolean; error?: { code: string } } = await own.emitWithAck(name, sent as never);
        return ack.ok ? 'ok' : ack.error?.code;
      });
    }
    await send('DELETE', `/api/blocks/${blocked.id}`, blocker, undefined);
  }
  return outcomes;
}
