import { afterEach, describe, expect, test } from 'vitest';
import { answer, offer, openHaggling } from '../../../support/people/haggle.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe.each(engines())('metrics (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  const counted = async () => {
    const text = await (await server.call('GET', '/metrics')).text();
    return Object.fromEntries(
      [...text.matchAll(/^selvedge_(?:offers|holds)_ended_total\{\w+="(\w+)"\} (\d+)$/gm)].map(
        ([, label, count]) => [label, Number(count)],
      ),
    );
  };

  test('count offers by outcome', async () => {
    server = await startWorld({ engine });
    const { seller, buyers, listing } = await openHaggling(server, ['juniper', 'rowan']);
    const [juniper, rowan] = buyers;
    const at = `/api/listings/${listing.id}`;
    const first = await offer(juniper, juniper.conversationId, '300');
    await answer(seller, first.offer?.id, 'decline');
    await answer(seller, first.offer?.id, 'decline');
    await offer(rowan, rowan.conversationId, '310');
    const second = await offer(juniper, juniper.conversationId, '320');
    await answer(seller, second.offer?.id, 'accept');
    expect(await counted()).toEqual({ declined: 1, accepted: 1, void: 1 });
    await seller.request('DELETE', `${at}/hold`);
    await seller.call('POST', `${at}/hold`, { conversationId: rowan.conversationId, hours: 24 });
    await seller.call('PATCH', `${at}/sold`);
    expect(await counted()).toEqual({ declined: 1, accepted: 1, void: 1, released: 1, gone: 1 });
  });
});
