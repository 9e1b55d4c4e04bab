import { expect, test } from 'vitest';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

describeOnEngines('the ways of updates', ({ engine }) => {
  test('are listed kind by kind', async () => {
    const { world, answer } = await openNotified({ engine });
    const marlow = await world.join('marlow');
    const rows = await answer<{ kind: string; push: boolean; mail: unknown }[]>(
      marlow,
      'GET',
      '/api/notifications/settings',
    );
    expect(rows.map(({ kind, push, mail }) => [kind, push, mail])).toEqual([
      ['message', true, true],
      ['listing-freed', true, true],
      ['hold-ended', false, false],
      ['deal-asked', false, false],
      ['deal-confirmed', false, false],
      ['vouch', true, true],
      ['vouch-answered', true, true],
      ['match', false, true],
      ['saved-item', true, true],
      ['search-match', true, true],
      ['decision', true, 'always'],
      ['warning', true, 'always'],
      ['security', true, 'always'],
    ]);
  });

  test('cannot be chosen for an unknown kind', async () => {
    const { world } = await openNotified({ engine });
    const as = await world.join('marlow');
    const put = async (json: unknown) => {
      const response = await world.call('PUT', '/api/notifications/settings', { as, json });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await put({ kind: 'gossip', by: 'mail', isOn: true })).toEqual([
      400,
      'Unknown kind of notification.',
    ]);
    expect(await put({ kind: 'security', by: 'mail', isOn: false })).toEqual([
      400,
      'These e-mails are always sent.',
    ]);
  });

  test('are switched off by one click', async () => {
    const { world, notify, deliver, mailed } = await openNotified({ engine });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    const vouch = () => notify({ userId: marlow.id, otherId: odile.id, kind: 'vouch' });
    await vouch();
    await deliver();
    const link = new URL((await world.mails())[0]?.unsubscribe ?? '');
    const path = link.pathname + link.search;
    const post = (to: string, fields: Record<string, string>) =>
      world.call('POST', to, { body: new URLSearchParams(fields) });
    const oneClick = { 'List-Unsubscribe': 'One-Click' };
    const later = 2 * 3_600_000;

    // Following the link alone does not unsubscribe.
    const page = await world.call('GET', path);
    expect(await page.text()).toContain('Unsubscribe from update e-mails?');
    expect((await post(`${path}x`, oneClick)).status).toBe(403);
    expect((await post('/mail/unsubscribe', oneClick)).status).toBe(403);
    expect((await post(path, oneClick)).status).toBe(200);
    await vouch();
    await deliver(later);
    expect(await mailed()).toHaveLength(1);

    const token = link.searchParams.get('token') ?? '';
    await post('/mail/unsubscribe', { token, action: 'on' });
    await vouch();
    await deliver(later);
    expect(await mailed()).toHaveLength(2);
  });

  test('are as chosen once mails are on again', async () => {
    const { world, answer, choose, notify, deliver } = await openNotified({ engine });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    await choose(marlow, 'vouch-answered', 'mail', false);
    await choose(marlow, 'hold-ended', 'mail', true);
    await notify({ userId: marlow.id, otherId: odile.id, kind: 'vouch' });
    await deliver();
    const { pathname, searchParams } = new URL((await world.mails())[0]?.unsubscribe ?? '');
    const post = (action: string) =>
      world.call('POST', pathname, {
        body: new URLSearchParams({ token: searchParams.get('token') ?? '', action }),
      });
    const mailed = async () =>
      (await answer<{ kind: string; mail: unknown }[]>(marlow, 'GET', '/api/notifications/settings'))
        .filter(({ kind, mail }) => mail === true && kind !== 'message')
        .map(({ kind }) => kind);
    const before = await mailed();
    await post('off');
    await post('off');
    expect(await mailed()).toEqual([]);
    await post('on');
    expect(await mailed()).toEqual(before);
    await post('off');
    await choose(marlow, 'vouch', 'mail', true);
    expect(await mailed()).toEqual(['vouch']);
  });
});
