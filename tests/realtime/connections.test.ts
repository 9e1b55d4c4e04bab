import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openRaw, type RawSocket } from '../support/clients/raw-socket.ts';
import { joinWorld } from '../support/people/account.ts';
import { startWorld, type World } from '../support/world.ts';

const CONNECTIONS_MAX = 50;

let server: World;
let open: RawSocket[];
beforeEach(async () => {
  open = [];
  server = await startWorld({ env: { RATE_LIMITS: 'on' } });
});
afterEach(async () => {
  for (const socket of open) socket.end();
  await server.close();
});

const connect = async (): Promise<RawSocket> => {
  const socket = await openRaw(server.url);
  open.push(socket);
  return socket;
};
/** The server's response to a handshake. */
const responseTo = (socket: RawSocket) =>
  Promise.race([
    socket.packet('40{').then(() => 'admitted'),
    socket
      .packet('44{')
      .then((packet) => (JSON.parse(packet.slice(2)) as { data: { code: string } }).data.code),
    socket.closed,
  ]);

test('of 70 handshakes in a burst, 50 are admitted', {
  tags: ['connection-limit'],
}, async () => {
  const { token } = await joinWorld(server);
  const sockets = await Promise.all(Array.from({ length: 70 }, connect));
  for (const socket of sockets) socket.join(token);
  const responses = await Promise.all(sockets.map(responseTo));
  expect(responses.filter((response) => response === 'admitted')).toHaveLength(CONNECTIONS_MAX);
  expect(responses.filter((response) => response === 'rate_limited')).toHaveLength(20);
  await Promise.all(sockets.filter((_, i) => responses[i] === 'rate_limited').map(({ closed }) => closed));

  const other = await connect();
  other.join((await joinWorld(server)).token);
  expect(await responseTo(other)).toBe('admitted');
  // A closed connection makes room for another.
  const ended = sockets[responses.indexOf('admitted')];
  ended?.end();
  await expect
    .poll(async () => {
      const next = await connect();
      next.join(token);
      return responseTo(next);
    })
    .toBe('admitted');
});

test('a second handshake on a connection closes it', { tags: ['connection-limit'] }, async () => {
  const { token } = await joinWorld(server);
  const burst = await connect();
  for (let n = 0; n < 70; n += 1) burst.join(token);
  await burst.closed;
  const repeated = await connect();
  repeated.join(token);
  expect(await responseTo(repeated)).toBe('admitted');
  repeated.join(token);
  await repeated.closed;
});

test('a connection that leaves its namespace is closed', {
  tags: ['connection-limit'],
}, async () => {
  const { token } = await joinWorld(server);
  const [left, refused, silent, elsewhere] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ];
  left.join(token);
  expect(await responseTo(left)).toBe('admitted');
  left.send('41');
  refused.join('forged');
  expect(await responseTo(refused)).toBe('unauthorized');
  elsewhere.send(`40/admin,${JSON.stringify({ token })}`);
  await Promise.all([left, refused, silent, elsewhere].map(({ closed }) => closed));
});

test('a packet for another namespace closes the connection', async () => {
  const { token } = await joinWorld(server);
  const [member, stranger] = [await connect(), await connect()];
  member.join(token);
  expect(await responseTo(member)).toBe('admitted');
  member.send('40/x,{}');
  stranger.send('42/x,["message:send"]');
  await Promise.all([member.closed, stranger.closed]);
});

test('a flood of packets closes the connection', async () => {
  const { token } = await joinWorld(server);
  const member = await connect();
  member.join(token);
  expect(await responseTo(member)).toBe('admitted');
  for (let n = 0; n < 2_000; n += 1) member.send('3');
  await member.closed;
});

test('handshakes are limited by member as well as address', async () => {
  const { token } = await joinWorld(server);
  const answers: string[] = [];
  for (let n = 0; n < 121; n += 1) {
    const socket = await connect();
    socket.join(token);
    answers.push(await responseTo(socket));
    socket.end();
    await socket.closed;
  }
  expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(120);
  expect(answers.at(-1)).toBe('rate_limited');
  const refused = async () => {
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('open', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.terminate();
    return !isOpen;
  };
  const refusals: boolean[] = [];
  while (refusals.length < 490) refusals.push(await refused());
  expect(refusals.indexOf(true)).toBeGreaterThan(470);
});

test('a global sign-out closes every connection', {
  tags: ['connection-limit'],
}, async () => {
  const member = await joinWorld(server);
  const sockets = await Promise.all(Array.from({ length: 20 }, connect));
  for (const socket of sockets) socket.join(member.token);
  await Promise.all(sockets.map(responseTo));
  for (const socket of sockets.slice(10)) socket.send('41');
  await member.call('POST', '/auth/v1/logout?scope=global');
  await Promise.all(sockets.map(({ closed }) => closed));
});
