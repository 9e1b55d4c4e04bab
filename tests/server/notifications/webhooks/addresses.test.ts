import { WEBHOOKS_MAX } from '@selvedge/shared/notifications/webhook-events';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { openHooked } from '../../../support/people/hooked.ts';
import { resolveTo } from '../../../support/servers/resolve-to.ts';

const open = async (allow = '') => {
  const hooked = await openHooked({ env: { WEBHOOK_ALLOW: allow } });
  const member = await hooked.world.join('marlow');
  const add = async (url: string) => {
    const json = { url, events: ['listing.created'] };
    const response = await hooked.world.call('POST', '/api/webhooks', { as: member, json });
    return [response.status, ((await response.json()) as { message?: string }).message];
  };
  return { ...hooked, member, add };
};

test.for([
  ['https://10.0.0.1/hook', '10.0.0.1 is not a public address.'],
  ['https://[::1]/hook', '::1 is not a public address.'],
  ['https://localhost/hook', 'localhost is not a public address.'],
  ['https://printer.local/hook', 'printer.local is not a public address.'],
  ['https://169.254.169.254/latest', '169.254.169.254 is not a public address.'],
  ['http://8.8.8.8/hook', 'The address must start with https://.'],
  ['https://user:pass@8.8.8.8/hook', 'The address must not contain a user or password.'],
  ['https://8.8.8.8/my hook', 'Enter an address that starts with https://'],
  ['https://8.8.8.8/hook#orders', 'The address must not contain a #: what follows it is never sent.'],
  ['https://8.8.8.8/hook#', 'The address must not contain a #: what follows it is never sent.'],
  ['ftp://8.8.8.8/hook', 'Enter an address that starts with https://'],
] as const)('%s is refused with the reason', { tags: ['request-forgery'] }, async ([url, message]) => {
  const { add } = await open();
  expect(await add(url)).toEqual([400, message]);
});

test('a name that resolves to a private address is refused', { tags: ['request-forgery'] }, async () => {
  const { add } = await open();
  resolveTo('hooks.example.com', '192.168.1.7');
  expect(await add('https://hooks.example.com/')).toEqual([
    400,
    'hooks.example.com is not a public address.',
  ]);
});

test('a metadata address stays closed in an open network', { tags: ['request-forgery'] }, async () => {
  const { add } = await open('0.0.0.0/0');
  expect(await add('http://169.254.169.254/latest')).toEqual([
    ...[400, '169.254.169.254 is not a public address.'],
  ]);
  expect((await add('http://192.168.1.7/hook'))[0]).toBe(201);
});

test.for([
  ['AWS', '[fd00:ec2::254]'],
  ['Google', '[fd20:ce::254]'],
  ['Oracle', '[fd00:c1::a9fe:a9fe]'],
  ['Scaleway', '[fd00:42::42]'],
  ['Azure', '168.63.129.16'],
  ['any cloud behind NAT64', '[64:ff9b::a9fe:a9fe]'],
  ['any cloud behind a local NAT64', '[64:ff9b:1::a9fe:a9fe]'],
  ['any cloud behind 6to4', '[2002:a9fe:a9fe::1]'],
  ['any cloud in a compatible form', '[::a9fe:a9fe]'],
] as const)('credentials of %s stay closed everywhere', { tags: ['request-forgery'] }, async ([, host]) => {
  const { add } = await open('0.0.0.0/0,::/0');
  expect((await add(`http://${host}/`))[0]).toBe(400);
  expect((await add(`https://${host}/`))[0]).toBe(400);
});

test('each connection checks the address again', { tags: ['request-forgery'] }, async () => {
  const { hook, list, member, peer, deliveries, world } = await open('127.0.0.1/32');
  const { id } = await hook(member, '/a', ['listing.created']);
  resolveTo('hooks.example.com', '127.0.0.2');
  const url = peer.url.replace('127.0.0.1', 'hooks.example.com');
  await updateRows(world.db, 'webhooks', { url }, { id });
  await list(member);
  await expect
    .poll(async () => (await deliveries(member, id))[0]?.error)
    .toBe('hooks.example.com is not a public address.');
  expect(peer.received).toEqual([]);
});

test('a member has ten webhooks at most', async () => {
  const { add } = await open('127.0.0.0/8');
  for (let i = 0; i < WEBHOOKS_MAX; i += 1) expect((await add('https://127.0.0.1/'))[0]).toBe(201);
  expect(await add('https://127.0.0.1/')).toEqual([409, 'There can be 10 webhooks. Remove one first.']);
});

test('a member cannot follow the whole instance', async () => {
  const { world, member, peer } = await open('127.0.0.0/8');
  const json = { url: peer.url, events: ['listing.created'], isInstance: true };
  const refused = async (as: Actor, sent: object) => {
    const response = await world.call('POST', '/api/webhooks', { as, json: sent });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await refused(member, json)).toEqual([403, 'This is for admins only.']);
  const admin = await world.appoint(await world.join('admin'));
  expect(await refused(admin, { ...json, events: ['message.received'] })).toEqual([
    ...[400, 'message.received is an event of a single member.'],
  ]);
});

test('webhooks that are switched off tell nothing', async () => {
  const { hook, list, member, peer, world } = await open('127.0.0.0/8');
  await hook(member, '/a', ['listing.created']);
  await world.set({ features: { webhooks: false } });
  await list(member);
  const response = await world.call('GET', '/api/webhooks', { as: member });
  expect([response.status, await response.json()]).toEqual([404, expect.anything()]);
  expect(peer.received).toEqual([]);
});
