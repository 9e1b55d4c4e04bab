import { randomUUID } from 'node:crypto';
import type { Client } from '@selvedge/shared/client';
import type { Conversation, Message } from '@selvedge/shared/conversations';
import { PAGE_MAX } from '@selvedge/shared/limits';
import { AppError } from '../../core/errors.ts';
import type { Session } from './session.ts';

type Print = (line: object) => void;

/** Prints all my conversations, newest message first. */
export async function list({ get }: Session, print: Print): Promise<void> {
  for (let path: string | null = '/api/conversations'; path; ) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    page.body.forEach(print);
    path = page.next;
  }
}

/** Prints the messages of a conversation: all those after number `after`, or the newest page. */
export async function read(
  { get }: Session,
  print: Print,
  conversationId: string,
  after?: number,
): Promise<void> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}/messages?limit=${PAGE_MAX}`;
  for (let from = after; ; ) {
    const { body } = await get<Message[]>(from === undefined ? path : `${path}&after=${from}`);
    body.forEach(print);
    if (from === undefined || body.length < PAGE_MAX) return;
    from = body.at(-1)?.seq ?? from;
  }
}

/**
 * Sends a message, with up to three attempts while there is no ack: its `clientId` makes repeating it safe.
 */
async function sendOne(client: Client, conversationId: string, content: string): Promise<Message> {
  const send = { clientId: randomUUID(), conversationId, type: 'text', content } as const;
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await client.whenConnected();
    const ack = await client.request('message:send', send).catch((error: Error) => error);
    if (ack instanceof Error) {
      if (triesLeft === 1)
        throw new AppError('unavailable', `The server did not acknowledge the message: ${ack.message}`);
    } else if (ack.ok) return ack.message;
    else throw new AppError(ack.error.code, ack.error.message);
  }
}

/** Sends the texts one by one, each after the previous one is stored. */
export async function send(
  session: Session,
  print: Print,
  conversationId: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  // This request fails if the sign-in or the URL is wrong, whereas the socket would retry forever.
  await session.get('/api/conversations?limit=1');
  const client = session.open({});
  try {
    for await (const text of texts) print(await sendOne(client, conversationId, text));
  } finally {
    client.close();
  }
}

/** Raises my read cursor to message number `seq`, or to the newest message. */
export async function markRead(
  { post }: Session,
  print: Print,
  conversationId: string,
  seq?: number,
): Promise<void> {
  print(
    await post(
      `/api/conversations/${encodeURIComponent(conversationId)}/mark-read`,
      seq === undefined ? {} : { seq },
    ),
  );
}
