import { isDeepStrictEqual } from 'node:util';
import { type EventName, events, type RequestName, requests } from '@selvedge/shared/platform/realtime';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type * as z from 'zod';
import { noteTraffic } from '../../../scripts/traffic.ts';
import { ackOf, asyncApi } from '../../../server/src/pages/docs/asyncapi.ts';
import { Problem } from '../../../server/src/pages/docs/schemas.ts';
import { violations } from './violations.ts';

const validators = new Map<string, ValidateFunction>();
let documents: Ajv | undefined;

/** The validator of one message of the AsyncAPI document. */
function validatorOf(key: string): ValidateFunction {
  const ajv = documents ?? addFormats.default(new Ajv({ strict: false }));
  if (!documents) ajv.addSchema({ $id: 'live', ...asyncApi('Selvedge', 'http://localhost') });
  documents = ajv;
  const known = validators.get(key);
  if (known) return known;
  const validate = ajv.compile({ $ref: `live#/components/messages/${key}/payload/schema` });
  validators.set(key, validate);
  return validate;
}

/**
 * A value's errors according to its zod schema and the AsyncAPI document. `isStrict`: fields beyond the
 * schema are errors, too.
 */
function faults(schema: z.ZodType, key: string, value: unknown, isStrict: boolean): string[] {
  const parsed = schema.safeParse(value);
  const validate = validatorOf(key);
  return [
    ...(parsed.success ? [] : [`by its schema ${parsed.error.message}`]),
    ...(parsed.success && isStrict && !isDeepStrictEqual(parsed.data, value)
      ? ['has more than its schema']
      : []),
    ...(validate(value) ? [] : [`by the document ${JSON.stringify(validate.errors)}`]),
  ];
}

const dotted = (name: string) => name.replace(':', '.');
const isRequest = (name: string): name is RequestName => Object.hasOwn(requests, name);

/** A packet that carries an event or an ack: type, ack id, and arguments. */
const PACKET = /^([23])(\d*)(\[.*\])$/s;

function unpack(packet: unknown): { type: string; id: string; args: unknown[] } | null {
  const [, type = '', id = '', json = ''] = PACKET.exec(typeof packet === 'string' ? packet : '') ?? [];
  try {
    // Drop it, as the server does, against prototype pollution.
    const drop = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);
    return type ? { type, id, args: JSON.parse(json, drop) as unknown[] } : null;
  } catch {
    return null;
  }
}

/**
 * Checks everything that one connection carries against the contract: events, acks, and accepted requests;
 * refused requests may contain anything. It parses Socket.IO's packets as sent on the wire.
 * @param note counts events and acks over the whole run
 */
export function createTap(report: (violation: string) => void, note = noteTraffic) {
  const pending = new Map<string, { name: string; input: unknown }>();
  const reportAll = (what: string, wrong: string[]) => {
    for (const one of wrong) {
      note('violation', `${what}: ${one}`);
      report(`${what}: ${one}`);
    }
  };

  function event(name: string, payload: unknown): void {
    const schema = Object.hasOwn(events, name) ? events[name as EventName] : undefined;
    if (schema) note('event', name);
    const wrong = schema && faults(schema, `event.${dotted(name)}`, payload, true);
    reportAll(`event ${name}`, wrong ?? ['is not in the contract']);
  }

  function ack({ name, input }: { name: string; input: unknown }, answer: unknown): void {
    if (!isRequest(name)) {
      const { error } = answer as { error?: unknown };
      reportAll(`ack of ${name}`, Problem.safeParse(error).success ? [] : ['is no refusal']);
      return;
    }
    note('ack', name);
    const { reply, input: schema }: { reply?: z.ZodObject; input: z.ZodType } = requests[name];
    const wrong = reply && faults(ackOf(reply), `ack.${dotted(name)}`, answer, true);
    reportAll(`ack of ${name}`, wrong ?? ['was not promised']);
    if ((answer as { ok: boolean }).ok) {
      reportAll(`accepted request ${name}`, faults(schema, `request.${dotted(name)}`, input, false));
    }
  }

  return {
    sent(packet: unknown): void {
      const { type, id, args } = unpack(packet) ?? {};
      if (type !== '2' || !args) return;
      const [name, input] = args as [string, unknown];
      if (isRequest(name)) note('request', name);
      if (id) pending.set(id, { name, input });
    },
    received(packet: unknown): void {
      const { type, id = '', args } = unpack(packet) ?? {};
      const request = pending.get(id);
      if (type === '2' && args) event(String(args[0]), args[1]);
      if (type === '3' && args && request) ack(request, args[0]);
    },
  };
}

/** Opens a socket; the running test fails when a packet on it violates the contract. */
export function connectChecked(url: string, options: Partial<ManagerOptions & SocketOptions>): Socket {
  const socket = io(url, { transports: ['websocket'], forceNew: true, ...options });
  const seen = new WeakSet<object>();
  const listen = () => {
    const { engine } = socket.io;
    if (!engine || seen.has(engine)) return;
    seen.add(engine);
    const tap = createTap((violation) => violations.push(violation));
    engine.on('packetCreate', ({ type, data }) => type === 'message' && tap.sent(data));
    engine.on('packet', ({ type, data }) => type === 'message' && tap.received(data));
  };
  listen();
  // Each reconnection has a new engine, which has to be tapped again.
  socket.io.on('open', listen);
  return socket;
}
