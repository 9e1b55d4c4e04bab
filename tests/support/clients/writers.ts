import { randomUUID } from 'node:crypto';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Problem } from '@selvedge/shared/platform/errors';
import { expect } from 'vitest';
import { readMessages } from '../data/stored-messages.ts';
import type { signUpPair } from '../servers/drill.ts';

/** Delay before a refused or unanswered request is repeated. */
const AGAIN_MS = 20;

/**
 * Two members who send messages over HTTP until they are stopped: each message is repeated under its
 * `clientId` until it is acknowledged. Any other response must be a refusal by a server that cannot write at
 * the moment.
 * @param atOnce how many messages of each member are in flight at once
 */
export async function startWriters(
  { seller, buyer, id }: Awaited<ReturnType<typeof signUpPair>>,
  atOnce = 2,
) {
  const acked: Message[] = [];
  const sent = new Set<string>();
  const strange: string[] = [];
  let refused = 0;
  let unanswered = 0;
  let isOver = false;
  let isSteady = true;

  async function once(member: typeof seller, body: object): Promise<Message | null> {
    const response = await member.request('POST', '/api/messages', body).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as Message | Problem | null;
    if (!response || answer === null) unanswered += 1;
    else if (response.status === 201) return answer as Message;
    else if (
      response.status === 503 &&
      'code' in answer &&
      answer.code === 'unavailable' &&
      response.headers.has('retry-after')
    )
      refused += 1;
    else strange.push(`${response.status} ${JSON.stringify(answer)}`);
    return null;
  }
  const messageOf = (clientId: string) => {
    sent.add(clientId);
    return { conversationId: id, content: `text ${clientId}`, type: 'text', clientId };
  };
  // Before the first message, only its creator sees a conversation.
  acked.push(await buyer.call<Message>('POST', '/api/messages', messageOf(randomUUID())));
  const writing = [seller, buyer].flatMap((member) =>
    Array.from({ length: atOnce }, async () => {
      while (!isOver) {
        const body = messageOf(randomUUID());
        for (let message: Message | null = null; !message; ) {
          message = await once(member, body);
          if (message) acked.push(message);
          else if (isSteady) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          else return;
        }
      }
    }),
  );
  return {
    acked: () => acked.length,
    refused: () => refused,
    unanswered: () => unanswered,
    /** Unexpected responses. */
    strange,
    /**
     * Stops, and resolves when every started message is acknowledged. `isGone`: the server does not come
     * back, so unacknowledged messages are given up.
     */
    async stop({ isGone = false } = {}): Promise<void> {
      isOver = true;
      isSteady = !isGone;
      await Promise.all(writing);
    },
    /**
     * How many acknowledged messages are missing in the database in `dataDir`, or have another `seq` there.
     */
    missingIn(dataDir: string, known = acked.slice()): number {
      const { byConversation, integrity } = readMessages(dataDir);
      expect(integrity).toBe('ok');
      const rows = byConversation.get(id) ?? [];
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
      expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(rows.length);
      const seqs = new Map(rows.map((row) => [row.id, row.seq]));
      return known.filter((message) => seqs.get(message.id) !== message.seq).length;
    },
    /**
     * Expects that every sent message is stored once, and that no response was unexpected. Call it after
     * `stop`.
     */
    expectStored(dataDir: string): void {
      expect(strange).toEqual([]);
      expect(this.missingIn(dataDir)).toBe(0);
      const stored = readMessages(dataDir).byConversation.get(id) ?? [];
      expect(new Set(stored.map(({ clientId }) => clientId))).toEqual(sent);
    },
  };
}
