import { randomUUID } from 'node:crypto';
import type { Random } from '../data/random.ts';

/** A packet with its ack id; without an `ackId` no ack is expected. */
interface FuzzPacket {
  data: string | Buffer;
  ackId?: number;
}

const deep = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

/** JSON values that a handler may receive instead of its expected input. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  `"${'x'.repeat(5_000)}"`,
  `"${'👩‍👩‍👧'.repeat(500)}"`,
  '[]',
  '{}',
  '[[],[]]',
  deep(200),
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":1}}',
  '{"$gt":""}',
  '{"_placeholder":true,"num":0}',
  '{"length":1e9}',
  '{"toString":1,"valueOf":2,"then":3}',
  '"conversation:read"',
];
const NAMES: readonly string[] = [
  'message:send',
  'conversation:read',
  'conversation:delivered',
  'conversation:typing',
  'sync',
  'session:renew',
];
/** Event names that Socket.IO reserves: it disconnects clients that send one. */
const RESERVED_NAMES: readonly string[] = [
  'connect',
  'disconnect',
  'disconnecting',
  'newListener',
  'connect_error',
];
const ODD_NAMES: readonly string[] = [
  'error',
  'constructor',
  '__proto__',
  'toString',
  '',
  'unread',
  'message:new',
];
/** Packets that are malformed, or sent at the wrong time or to the wrong place. */
const RAW: readonly string[] = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '3probe',
  '4',
  '5',
  '6',
  '9',
  'b4AAAA',
  '40',
  '40{"token":1}',
  '40/admin,{"token":"x"}',
  '40/__proto__,',
  '41',
  '41/admin,',
  '42',
  '42[',
  '42[]',
  '42[null]',
  '42[{"a":1}]',
  '42/admin,["sync",{}]',
  '43',
  '431[]',
  '43999999999999[1]',
  '44',
  '44{"message":"x"}',
  '45',
  '451-["sync",{"_placeholder":true,"num":0}]',
  '451-["sync",{"_placeholder":true,"num":9}]',
  '45999999999-["sync",{"_placeholder":true,"num":0}]',
  '451-["sync"]',
  '46',
  '461-1["x"]',
  '47',
  '49',
  '42["sync",{"conversations":{}}]'.repeat(20),
];

/** A `seq`, mostly beyond the last message: replies with many messages would take most of the time. */
const someSeq = (random: Random): string => String(random.next() < 0.9 ? 1_000_000 : random.below(50));

/** A well-formed input of a request, to be damaged at random. */
function inputOf(name: string, random: Random, conversationId: string): Record<string, string> {
  const id = JSON.stringify(random.next() < 0.7 ? conversationId : randomUUID());
  if (name === 'message:send')
    return { clientId: JSON.stringify(randomUUID()), conversationId: id, type: '"text"', content: '"fuzz"' };
  if (name === 'conversation:read') return { conversationId: id, seq: String(random.below(50)) };
  if (name === 'conversation:typing') return { conversationId: id, typing: 'true' };
  if (name === 'sync' || name === 'conversation:delivered')
    return { conversations: `{${id}:${someSeq(random)}}` };
  return { token: '"not.a.token"' };
}

function eventPacket(random: Random, conversationId: string, ackId: number): FuzzPacket {
  const name = random.next() < 0.85 ? random.pick(NAMES) : random.pick(ODD_NAMES);
  const input = inputOf(name, random, conversationId);
  const fields = Object.keys(input);
  const spoiled = random.next();
  if (spoiled < 0.6) input[random.pick(fields)] = random.pick(VALUES);
  else if (spoiled < 0.75) input[random.pick(ODD_NAMES)] = random.pick(VALUES);
  else if (spoiled < 0.9) delete input[random.pick(fields)];
  const object = `{${Object.entries(input)
    .map(([field, json]) => `${JSON.stringify(field)}:${json}`)
    .join(',')}}`;
  const args = random.next() < 0.85 ? [object] : [random.pick(VALUES), object].slice(random.below(3));
  const wantsAck = random.next() < 0.7;
  const data = `42${wantsAck ? ackId : ''}[${[JSON.stringify(name), ...args].join(',')}]`;
  return wantsAck ? { data, ackId } : { data };
}

/** Flips, duplicates, cuts or inserts some bytes. */
function mutate(data: string, random: Random): Buffer {
  const bytes = Buffer.from(data);
  for (let times = 1 + random.below(4); times > 0 && bytes.length > 0; times -= 1) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  const at = random.below(bytes.length + 1);
  const kind = random.below(4);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Buffer.concat([bytes, bytes.subarray(at)]);
  if (kind === 2)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at)]);
  return bytes;
}

/** The next packet: an event with invalid input, or, unless `isCivil`, a malformed packet. */
export function nextPacket(
  random: Random,
  { conversationId, ackId, isCivil }: { conversationId: string; ackId: number; isCivil: boolean },
): FuzzPacket {
  const kind = random.next();
  if (kind < 0.68) return eventPacket(random, conversationId, ackId);
  if (isCivil) return eventPacket(random, conversationId, ackId);
  if (kind < 0.7) return { data: `42[${JSON.stringify(random.pick(RESERVED_NAMES))},{}]` };
  if (kind < 0.8) return { data: random.pick(RAW) };
  if (kind < 0.82) return { data: Buffer.from(random.pick(RAW)) };
  if (kind < 0.821) return { data: `42["sync",{"conversations":"${'x'.repeat(70_000)}"}]` };
  const { data } =
    random.next() < 0.7 ? eventPacket(random, conversationId, ackId) : { data: random.pick(RAW) };
  const mutated = mutate(String(data), random);
  // Mostly as text, even where the bytes are no longer valid UTF-8.
  return { data: random.next() < 0.9 ? mutated.toString() : mutated };
}
