import { randomUUID } from 'node:crypto';
import type { Client } from '@selvedge/shared/client';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { PAGE_MAX } from '@selvedge/shared/platform/limits';
import type { Ack, RequestBody } from '@selvedge/shared/platform/realtime';
import { AppError } from '../../platform/core/errors.ts';
import type { Session } from './session.ts';

export type Print = (line: object) => void;

export async function list({ get }: Session, print: Print): Promise<void> {
  for (let path: string | null = '/api/conversations'; path; ) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    page.body.forEach(print);
    path = page.next;
  }
}

/** All messages after number `after`, or the newest page. */
export async function read(
  { get }: Session,
  print: Print,
  conversationId: string,
  after?: number,
): Promise<void> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}/messages?limit=${PAGE_MAX}`;
  for (let next: string | null = after === undefined ? path : `${path}&after=${after}`; next; ) {
    const page: { body: Message[]; next: string | null } = await get<Message[]>(next);
    page.body.forEach(print);
    next = after === undefined ? null : page.next;
  }
}

type Request = 'message:send' | 'offer:make' | 'offer:answer';

/** Up to three attempts without an ack: a client id or the offer's state makes the server act once. */
async function requestMessage<R extends Request>(
  client: Client,
  name: R,
  input: RequestBody<R>,
): Promise<Message> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await client.whenConnected();
    const ack: Ack<{ message: Message }> | Error = await client
      .request<Request>(name, input)
      .catch((error: Error) => error);
    if (ack instanceof Error) {
      if (triesLeft === 1)
        throw new AppError('unavailable', `The server did not acknowledge the message: ${ack.message}`);
    } else if (ack.ok) return ack.message;
    else throw new AppError(ack.error.code, ack.error.message);
  }
}

async function connected(session: Session, work: (client: Client) => Promise<void>): Promise<void> {
  // This request fails if the sign-in or the URL is wrong, whereas the socket would retry forever.
  await session.get('/api/conversations?limit=1');
  const ended = Promise.withResolvers<never>();
  const client = session.open({ ended: ended.reject });
  try {
    // The work may wait for input, and would not notice the end of the session.
    await Promise.race([work(client), ended.promise]);
  } finally {
    client.close();
  }
}

/** Sends the texts one by one, each after the previous one is stored. */
export async function send(
  session: Session,
  print: Print,
  conversationId: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await connected(session, async (client) => {
    for await (const content of texts) {
      const send = { clientId: randomUUID(), conversationId, type: 'text', content } as const;
      print(await requestMessage(client, 'message:send', send));
    }
  });
}

/** Makes an offer in a conversation, for the price that I see. */
export function makeOffer(
  session: Session,
  print: Print,
  input: Omit<RequestBody<'offer:make'>, 'clientId'>,
) {
  return connected(session, async (client) =>
    print(await requestMessage(client, 'offer:make', { clientId: randomUUID(), ...input })),
  );
}

export function answerOffer(session: Session, print: Print, input: RequestBody<'offer:answer'>) {
  return connected(session, async (client) => print(await requestMessage(client, 'offer:answer', input)));
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
