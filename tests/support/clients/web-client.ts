import type { Message } from '@selvedge/shared/conversations/conversations';
import type { RequestInput, RequestName } from '@selvedge/shared/platform/realtime';
import type { Live } from '../../../web/src/conversations/store/session/ports.ts';
import { createLiveConnection } from '../../../web/src/conversations/store/session/socket.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { threadItems } from '../../../web/src/conversations/thread/thread-items.ts';
import { createTextPorts } from '../contract/text-ports.ts';
import type { Person, SignedUp } from '../people/account.ts';

type Member = Person | SignedUp;

interface WebClientOptions {
  /** The address to connect to, if there is a proxy in front of the server. */
  url?: string;
  /**
   * Called for each sent message: true lets the server store it, but breaks the connection before the ack
   * arrives.
   */
  losesAck?: () => boolean;
}

/** The web client's own store and socket, run outside a browser. */
export async function openWebClient<M extends Member>(
  server: string,
  member: M,
  options: WebClientOptions = {},
) {
  const { url = server, losesAck = () => false } = options;
  const requests: RequestName[] = [];
  const acked: Message[] = [];
  /** `clientId`s of messages whose ack was lost: their events are withheld, too. */
  const withheld = new Set<string>();
  const socket = createLiveConnection({
    ...{ url, accessToken: async () => member.token },
    receiveUnreadCount: () => undefined,
    featureLost: () => undefined,
  });

  async function send(
    input: RequestInput<'message:send'>,
  ): ReturnType<typeof socket.request<'message:send'>> {
    const isLost = losesAck();
    if (isLost) withheld.add(input.clientId);
    else withheld.delete(input.clientId);
    const answer = await socket.request('message:send', input);
    if (isLost) {
      socket.networkChanged(false);
      setImmediate(() => socket.networkChanged(true));
      throw new Error('the connection broke before the ack');
    }
    if (answer.ok) acked.push(answer.message);
    return answer;
  }
  const live: Live = {
    ...socket,
    request(name, input) {
      requests.push(name);
      // The port's types are generic over the name.
      return name === 'message:send'
        ? (send(input as RequestInput<'message:send'>) as never)
        : socket.request(name, input);
    },
  };
  const unused = () => Promise.reject(new Error('not used in these tests'));
  const messaging = createMessaging({
    live,
    rest: {
      listConversations: async () => ({
        conversations: await member.call('GET', '/api/conversations?limit=100'),
        next: null,
      }),
      arrange: unused,
      searchMessages: unused,
      findAbout: unused,
      openConversation: unused,
      listMessages: (id, page) => {
        const query = new URLSearchParams(
          Object.entries(page).map(([key, seq]): [string, string] => [key, String(seq)]),
        );
        return member.call<Message[]>('GET', `/api/conversations/${id}/messages?${query}`);
      },
    },
    ...createTextPorts(),
  });
  const state = () => messaging.store.getState();
  const thread = (id: string): Message[] => {
    const loaded = state().threads[id];
    return loaded?.status === 'ready' ? loaded.messages : [];
  };

  socket.on('message:new', (event) => {
    if (!withheld.has(event.message.clientId)) messaging.receiveMessage(event);
  });
  socket.on('message:changed', messaging.receiveChangedMessage);
  socket.on('conversation:read', messaging.receiveReadCursor);
  socket.on('unread', messaging.receiveUnreadCount);
  socket.on('person:removed', messaging.markMemberDeleted);
  await messaging.startSession(member.id);
  await messaging.openInbox();
  socket.open({ ...messaging, sessionEnded: () => undefined });
  return {
    member,
    messaging,
    requests: requests,
    /** Every message whose ack has arrived. */
    acked,
    request: socket.request,
    on: socket.on,
    isOnline: () => state().connection === 'online',
    /** Reconnects at once, as when the browser reports that the network is back. */
    reconnect(): void {
      socket.networkChanged(false);
      socket.networkChanged(true);
    },
    open: (id: string) => messaging.select({ kind: 'conversation', id }),
    async send(id: string, text: string): Promise<void> {
      void messaging.select({ kind: 'conversation', id });
      await messaging.sendMessage(text);
    },
    /** How many of this client's messages are not acknowledged. */
    outgoingCount: () => state().outbox.length,
    thread,
    hasOlder(id: string): boolean {
      const loaded = state().threads[id];
      return loaded?.status === 'ready' && loaded.hasOlder;
    },
    /** The last `seq` of a conversation, as far as this client knows. */
    lastSeq: (id: string) => thread(id).at(-1)?.seq ?? state().conversations[id]?.lastSeq,
    /** The rows of a thread as they are drawn. */
    rows: (id: string) =>
      threadItems(
        thread(id),
        state().outbox.filter((one) => one.conversationId === id),
        member.id,
      ),
    close: socket.close,
  };
}
export type WebClient = Awaited<ReturnType<typeof openWebClient<SignedUp>>>;
