import type { Notice, UnreadNotices } from '@selvedge/shared/notifications/updates';
import { onTestFinished } from 'vitest';
import { mailDue } from '../../../server/src/notifications/updates/mail-due.ts';
import { pushesOf } from '../../../server/src/notifications/updates/pushes.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { NewNotice } from '../../../server/src/platform/core/notice.ts';
import { startPushPeer } from '../peers/push-peer.ts';
import { openWorld, type WorldOptions } from '../world.ts';

const HOUR = 3_600_000;

/** An instance with a push service that records pushes. Its jobs rest: `deliver` runs them. */
export async function openNotified(options: WorldOptions = {}) {
  const peer = await startPushPeer();
  onTestFinished(peer.close);
  const world = await openWorld({
    ...{ pushNetwork: peer.network, env: { PUBLIC_URL: 'https://shop.example' } },
    times: { updates: { away: 120_000, pause: HOUR, interval: HOUR } },
    ...options,
  });
  const { ctx } = world.product;
  const answer = async <T>(as: Actor, method: string, path: string, json?: unknown): Promise<T> => {
    const response = await world.call(method, path, { as, json });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  return {
    ...{ world, peer, answer },
    notify: (notice: NewNotice) => world.db.transact((tx) => tx.emit('member notified', notice)),
    subscribe: (as: Actor, path = `/${as.username}`) =>
      answer(as, 'PUT', '/api/notifications/subscription', peer.subscription(path)),
    choose: (as: Actor, kind: string, by: 'push' | 'mail', isOn: boolean) =>
      answer(as, 'PUT', '/api/notifications/settings', { kind, by, isOn }),
    list: (as: Actor, query = '') => answer<Notice[]>(as, 'GET', `/api/notices${query}`),
    unread: async (as: Actor) => (await answer<UnreadNotices>(as, 'GET', '/api/notices/unread')).count,
    read: (as: Actor, ids: string[]) => answer(as, 'POST', '/api/notices/read', { ids }),
    /** Pushes what is due, and runs the job that mails as if it were `ms` later. */
    async deliver(ms = 120_000) {
      await pushesOf(ctx).kick();
      await mailDue(ctx, new Date(Date.now() + ms));
    },
    /** The subjects of all mails about updates, with their recipients. */
    mailed: async () =>
      (await world.mails())
        .filter(({ unsubscribe }) => unsubscribe?.includes('/mail/unsubscribe?'))
        .map(({ to, subject }) => `${to}: ${subject}`),
  };
}
