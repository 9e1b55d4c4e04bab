import { randomUUID } from 'node:crypto';
import type { Client } from '@selvedge/shared/client';
import type { Conversation, Message } from '@selvedge/shared/conversations';
import { PAGE_MAX } from '@selvedge/shared/limits';
import { AppError } from '../../core/errors.ts';
import type { Session } from './session.ts';

type Tell = (line: object) => void;

/** Prints all my conversations, the one with the newest message first. */
export async function list({ get }: Session, tell: Tell): Promise<void> {
  for (let path: string | null = '/api/conversations'; path; ) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    page.body.forEach(tell);
    path = page.next;
  }
}

/** Prints the messages of a conversation: all those after number `after`, or the newest page. */
export async function read(
  { get }: Session,
  tell: Tell,
  conversationId: string,
  after?: number,
): Promise<void> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}/messages?limit=${PAGE_MAX}`;
  for (let from = after; ; ) {
    const { body } = await get<Message[]>(from === undefined ? path : `${path}&after=${from}`);
    body.forEach(tell);
    if (from === undefined || body.length < PAGE_MAX) return;
    from = body.at(-1)?.seq ?? from;
  }
}

/** Sends a message, up to three times while no answer comes: its `clientId` makes repeating it safe. */
async function sendOne(client: Client, conversationId: string, content: string): Promise<Message> {
  const send = { clientId: randomUUID(), conversationId, type: 'text', content } as const;
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await client.whenConnected();
    const answer = await client.request('message:send', send).catch((error: Error) => error);
    if (answer instanceof Error) {
      if (triesLeft === 1)
        throw new AppError('unavailable', `The message was not answered: ${answer.message}`);
    } else if (answer.ok) return answer.message;
    else throw new AppError(answer.error.code, answer.error.message);
  }
}

/** Sends the texts one by one, each after the one before is stored. */
export async function send(
  session: Session,
  tell: Tell,
  conversationId: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  // The socket would retry for ever: a refused sign-in or a wrong address shows in this request.
  await session.get('/api/conversations?limit=1');
  const client = session.open({});
  try {
    for await (const text of texts) tell(await sendOne(client, conversationId, text));
  } finally {
    client.close();
  }
}

/** Raises my read cursor to message number `seq`, or to the newest message. */
export async function markRead(
  { post }: Session,
  tell: Tell,
  conversationId: string,
  seq?: number,
): Promise<void> {
  tell(
    await post(
      `/api/conversations/${encodeURIComponent(conversationId)}/mark-read`,
      seq === undefined ? {} : { seq },
    ),
  );
}
