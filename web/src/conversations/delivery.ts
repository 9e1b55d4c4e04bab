import type { Message } from '@selvedge/shared/conversations';
import type { Problem } from '@selvedge/shared/errors';
import type { Pending } from './outbox.ts';
import type { Ports } from './ports.ts';

interface DeliveryParts {
  ports: Pick<Ports, 'live' | 'outbox' | 'newId' | 'now'>;
  /** The messages on their way as the store holds them. */
  outbox: { get(): readonly Pending[]; set(next: readonly Pending[]): void };
  personId(): string | null;
  onSent(message: Message): void;
}

/** Refusals that a later try may not meet. */
const RETRY_MS = 3_000;
const isPassing = ({ code }: Problem) => code === 'unavailable' || code === 'rate_limited';

/**
 * Brings messages to the server: kept before they are sent, one at a time in each conversation, until each is
 * answered. An unanswered one goes again under its id on the next connection, and the server stores it once.
 */
export function createDelivery({ ports, outbox, personId, onSent }: DeliveryParts) {
  const { live, outbox: storage } = ports;
  let isOnline = false;
  const busy = new Set<string>();
  const retries = new Set<ReturnType<typeof setTimeout>>();

  const change = (clientId: string, changed: Partial<Pending>) => {
    outbox.set(outbox.get().map((one) => (one.clientId === clientId ? { ...one, ...changed } : one)));
    const pending = outbox.get().find((one) => one.clientId === clientId);
    keep(pending);
  };

  // A browser without storage still sends; only the reload would lose it.
  const keep = (pending: Pending | undefined) => {
    const owner = personId();
    if (pending && owner) void storage.put(owner, pending).catch(() => undefined);
  };

  function remove(clientId: string): void {
    outbox.set(outbox.get().filter((one) => one.clientId !== clientId));
    void storage.remove(clientId).catch(() => undefined);
  }

  const nextOf = (conversationId: string) =>
    outbox.get().find((one) => one.conversationId === conversationId && one.status === 'sending');

  /** Answers whether the conversation's next message may follow at once. */
  async function deliver(pending: Pending): Promise<boolean> {
    const { clientId, conversationId, content } = pending;
    const answer = await live.request('message:send', { clientId, conversationId, type: 'text', content });
    if (answer.ok) {
      onSent(answer.message);
      remove(clientId);
      return true;
    }
    if (!isPassing(answer.error)) {
      change(clientId, { status: 'failed', problem: answer.error });
      return true;
    }
    tryLater(conversationId);
    return false;
  }

  function tryLater(conversationId: string): void {
    const retry = setTimeout(() => {
      retries.delete(retry);
      void run(conversationId);
    }, RETRY_MS);
    retries.add(retry);
  }

  async function run(conversationId: string): Promise<void> {
    if (busy.has(conversationId)) return;
    busy.add(conversationId);
    try {
      for (let next = nextOf(conversationId); next && isOnline; next = nextOf(conversationId)) {
        if (!(await deliver(next))) break;
      }
    } catch {
      // No answer: nobody knows whether it arrived. It stays, and goes again.
      if (isOnline) tryLater(conversationId);
    } finally {
      busy.delete(conversationId);
    }
  }

  const runAll = () => {
    for (const id of new Set(outbox.get().map((one) => one.conversationId))) void run(id);
  };

  return {
    async restore(owner: string): Promise<void> {
      const stored = await storage.load(owner).catch(() => []);
      if (personId() !== owner) return;
      const held = new Set(outbox.get().map((one) => one.clientId));
      const older = stored.filter((one) => !held.has(one.clientId));
      older.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
      outbox.set([...older, ...outbox.get()]);
      runAll();
    },
    send(conversationId: string, content: string): void {
      const clientId = ports.newId();
      const createdAt = ports.now().toISOString();
      const pending: Pending = { clientId, conversationId, content, createdAt, status: 'sending' };
      outbox.set([...outbox.get(), pending]);
      keep(pending);
      void run(conversationId);
    },
    /** The message is in the database: another tab's ack, or a fact that overtook ours. */
    confirm(clientId: string): void {
      if (outbox.get().some((one) => one.clientId === clientId)) remove(clientId);
    },
    resend(clientId: string): void {
      const failed = outbox.get().find((one) => one.clientId === clientId);
      if (!failed) return;
      const { problem: _, ...pending } = failed;
      const again: Pending = { ...pending, status: 'sending' };
      outbox.set(outbox.get().map((one) => (one.clientId === clientId ? again : one)));
      keep(again);
      void run(failed.conversationId);
    },
    discard: remove,
    resume(): void {
      isOnline = true;
      runAll();
    },
    pause(): void {
      isOnline = false;
      for (const retry of retries) clearTimeout(retry);
      retries.clear();
    },
  };
}
