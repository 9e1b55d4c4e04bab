import { WEBHOOK_DATA } from '@selvedge/shared/notifications/webhooks';
import { EVENT_SCOPES, events, requests } from '@selvedge/shared/platform/realtime';
import type { Scope } from '@selvedge/shared/platform/scope';
import * as z from 'zod';
import { describeSchemas, type JsonSchema, Problem } from './schemas.ts';

const DIALECT = 'application/schema+json;version=draft-07';

const describe = (name: string) => `${name}'s live API: one Socket.IO 4 namespace, \`/\`, over WebSocket only.

The handshake carries the access token, or an API key, as \`auth: { token }\`, never in the URL. A key sends the requests and receives
the events within its scopes; its socket does not show its owner as online, and closes when the key ends. Every request gets an ack:
\`{ ok: true, … }\`, or \`{ ok: false, error }\` with a code to branch on and a message to show. Events are emitted once the change
is committed. An event may be lost in transit; after every connection \`sync\` returns what was missed, by the
\`seq\` that the client has reached. A request without an ack may be repeated: a message is stored once under its \`clientId\`.`;

const Handshake = z.object({ token: z.string().meta({ description: 'The access token or API key' }) });
const Refused = z.object({
  message: z.string(),
  data: z.object({ code: Problem.shape.code }).meta({ description: '`unauthorized`: obtain another token' }),
});

const SUMMARIES: Partial<Record<string, string>> = {
  'message:send': 'Send a message; the ack is sent once it is on disk',
  'offer:make':
    'Make an offer, which is a message, or counter one; unknown while the feature `offers` is switched off',
  'offer:answer': 'Accept, decline or withdraw an offer; unknown while the feature `offers` is switched off',
  'conversation:read': 'Raise my read cursor to the latest message seen',
  'unread:count': 'Emit `unread` again, in case the event was lost; the ack is optional',
  'conversation:delivered':
    'Messages have arrived on one of my devices, read or not; sent on to the other member of each conversation',
  'conversation:typing':
    'I have started or stopped typing; the ack is optional. Sent on to the other member, whose client shows it for 5 seconds',
  presence:
    'Whether the members of my conversations are online: on connecting those who are, then every change',
  sync: 'What I have missed, by the `seq` that I have reached in each conversation',
  'session:renew': 'Continue past the expiry of the token, with a newer one of the same session',
  'message:new': 'A message, and its conversation as this member sees it; to every socket of both members',
  'message:changed': 'A message has changed: it was edited or unsent, or an admin removed its content',
  unread: 'The number of my unread conversations; on connecting and on every change',
  'session:ended':
    'Why the server closes this socket; reconnecting is allowed only after `expired` and `replaced`',
};

interface Message {
  name: string;
  title: string;
  summary?: string;
  description?: string;
  contentType: 'application/json';
  payload: { schemaFormat: string; schema: JsonSchema };
}

const requestEntries = Object.entries(requests) as [
  string,
  // Some requests, such as typing, have no ack.
  { scope: Scope | null; input: z.ZodType; reply?: z.ZodObject },
][];
const eventEntries = Object.entries(events) as [keyof typeof events, z.ZodType][];

const scopeText = (scope: Scope | null): string =>
  scope ? `Scope of API keys: \`${scope}\`.` : 'Not for API keys.';

/** The schema of a request's acks: its reply, or the problem. */
export function ackOf(reply: z.ZodObject) {
  return z.union([
    z.object({ ok: z.literal(true), ...reply.shape }),
    z.object({ ok: z.literal(false), error: Problem }),
  ]) as z.ZodType;
}

/** The name of a request or event as a key: `message:send` → `message.send`. */
const keyOf = (name: string) => name.replace(':', '.');

function describeMessages() {
  const acks = new Map(
    requestEntries.flatMap(([name, { reply }]): [string, z.ZodType][] =>
      reply ? [[name, ackOf(reply)]] : [],
    ),
  );
  const sent = describeSchemas([Handshake, ...requestEntries.map(([, { input }]) => input)], {
    target: 'draft-7',
    io: 'input',
  });
  const received = describeSchemas([Refused, ...acks.values(), ...eventEntries.map(([, event]) => event)], {
    target: 'draft-7',
    io: 'output',
  });
  const messages: Record<string, Message> = {};
  const add = (key: string, name: string, title: string, schema: JsonSchema, description?: string) => {
    const summary = SUMMARIES[name];
    messages[key] = {
      name,
      title,
      ...(summary && { summary }),
      ...(description && { description }),
      contentType: 'application/json',
      payload: { schemaFormat: DIALECT, schema },
    };
  };
  add('handshake', 'connect', 'Handshake', sent.of(Handshake));
  add('refused', 'connect_error', 'The handshake was refused', received.of(Refused));
  for (const [name, { scope, input }] of requestEntries) {
    add(`request.${keyOf(name)}`, name, `Request ${name}`, sent.of(input), scopeText(scope));
    const ack = acks.get(name);
    if (ack) add(`ack.${keyOf(name)}`, name, `Ack of ${name}`, received.of(ack));
  }
  for (const [name, event] of eventEntries) {
    const scope = name === 'session:ended' ? undefined : scopeText(EVENT_SCOPES[name]);
    add(`event.${keyOf(name)}`, name, `Event ${name}`, received.of(event), scope);
  }
  return { messages, schemas: { ...sent.components(), ...received.components() } };
}

const LIVE = { $ref: '#/channels/live' };
const onChannel = (...keys: string[]) => keys.map((key) => ({ $ref: `#/channels/live/messages/${key}` }));

const webhookEntries = Object.entries(WEBHOOK_DATA) as [string, z.ZodType][];
const webhookKey = (type: string) => `webhook.${type}`;

/** The events of webhooks; the schemas have the same names as in the live API. */
function describeWebhooks() {
  const bodies = webhookEntries.map(
    ([type, data]) => [type, z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data })] as const,
  );
  const described = describeSchemas(
    bodies.map(([, body]) => body),
    { target: 'draft-7', io: 'output' },
  );
  const messages = bodies.map(([type, body]): [string, Message] => [
    webhookKey(type),
    {
      ...{ name: type, title: `Webhook ${type}`, contentType: 'application/json' },
      payload: { schemaFormat: DIALECT, schema: described.of(body) },
    },
  ]);
  return { messages: Object.fromEntries(messages), schemas: described.components() };
}

/** AsyncAPI 3.0, from the server's view: it receives requests, sends acks and emits events. */
export function asyncApi(name: string, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl);
  const { messages, schemas } = describeMessages();
  const webhooks = describeWebhooks();
  const receive = (key: string, replies: string[]) => ({
    action: 'receive',
    channel: LIVE,
    messages: onChannel(key),
    ...(replies.length > 0 && { reply: { channel: LIVE, messages: onChannel(...replies) } }),
  });
  const send = (key: string) => ({ action: 'send', channel: LIVE, messages: onChannel(key) });
  return {
    asyncapi: '3.0.0',
    info: { title: `${name}, live`, version: '1.0.0', description: describe(name) },
    defaultContentType: 'application/json',
    servers: {
      here: {
        host,
        pathname: '/socket.io',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        security: ['accessToken', 'apiKey'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        variables: { receiver: { description: 'The address of the webhook' } },
      },
    },
    channels: {
      live: {
        address: '/',
        title: 'One socket of one member',
        servers: [{ $ref: '#/servers/here' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
        ),
      },
      webhooks: {
        address: null,
        title: 'A webhook, called with POST by Standard Webhooks 1.0.0',
        servers: [{ $ref: '#/servers/receiver' }],
        messages: Object.fromEntries(
          Object.keys(webhooks.messages).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
        ),
      },
    },
    operations: {
      connect: receive('handshake', ['refused', 'event.unread']),
      ...Object.fromEntries(
        requestEntries.map(([name, { reply }]) => [
          `request.${keyOf(name)}`,
          receive(`request.${keyOf(name)}`, reply ? [`ack.${keyOf(name)}`] : []),
        ]),
      ),
      ...Object.fromEntries(
        eventEntries.map(([name]) => [`event.${keyOf(name)}`, send(`event.${keyOf(name)}`)]),
      ),
      ...Object.fromEntries(
        Object.keys(webhooks.messages).map((key) => [
          key,
          {
            action: 'send',
            channel: { $ref: '#/channels/webhooks' },
            messages: [{ $ref: `#/channels/webhooks/messages/${key}` }],
          },
        ]),
      ),
    },
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The access token of the identity provider, in `auth.token` of the Socket.IO handshake.',
        },
        apiKey: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'selvedge_…' },
          description: 'An API key, in `auth.token` of the Socket.IO handshake.',
        },
      },
      messages: { ...messages, ...webhooks.messages },
      schemas: { ...webhooks.schemas, ...schemas },
    },
  };
}
export type AsyncApi = ReturnType<typeof asyncApi>;
