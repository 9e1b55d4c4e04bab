import type { Message } from '@selvedge/shared/conversations';
import type { RequestInput } from '@selvedge/shared/realtime';
import type { FormProblem } from '../../lib/form-problem.ts';
import { photoProblem } from '../composer/photo-errors.ts';
import type { Pending } from './outbox.ts';
import { createPhotoDelivery } from './photo-delivery.ts';
import type { Ports } from './ports.ts';

interface DeliveryParts {
  ports: Pick<Ports, 'live' | 'outbox' | 'photos' | 'newId' | 'now'>;
  /** The unsent messages, as the store holds them. */
  outbox: { get(): readonly Pending[]; set(next: readonly Pending[]): void };
  personId(): string | null;
  onSent(message: Message): void;
}

/** How long storing a message may take; after that it is sent anyway, and only a reload could lose it. */
const KEEP_MAX_MS = 2_000;
/** Delay before a message that was refused for a passing reason is sent again. */
const RETRY_MS = 3_000;
/**
 * The longest wait, in seconds, that is sat out in silence; for a longer one the message fails and its sender reads
 * why.
 */
const WAIT_MAX = 10;
const isTransient = ({ code, retryAfter = 0 }: FormProblem) =>
  code === 'unavailable' || (code === 'rate_limited' && retryAfter <= WAIT_MAX);

/**
 * Brings messages to the server: each is stored in the browser first, and each conversation sends one at a time until
 * it is answered. An unanswered message is sent again under its id, and the server stores it once.
 */
export function createDelivery({ ports, outbox, personId, onSent }: DeliveryParts) {
  const { live, outbox: storage } = ports;
  let isOnline = false;
  let writtenAt = 0;
  const busy = new Set<string>();
  /** Just written and not stored in the browser yet: what is sent must survive a crash before the answer. */
  const unkept = new Set<string>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  /**
   * How many reads of the storage are under way, and what has left the outbox since: such a read may still return it.
   */
  let readings = 0;
  const left = new Set<string>();

  const find = (clientId: string) => outbox.get().find((one) => one.clientId === clientId);

  const change = (clientId: string, changed: Partial<Pending>, isKept = true) => {
    outbox.set(outbox.get().map((one) => (one.clientId === clientId ? { ...one, ...changed } : one)));
    if (isKept) void keep(find(clientId));
  };
  const photoDelivery = createPhotoDelivery({ photos: ports.photos, find, change });

  // A browser without storage still sends; only a reload would lose the message.
  const keep = async (pending: Pending | undefined): Promise<void> => {
    const owner = personId();
    if (pending && owner) await storage.put(owner, pending).catch(() => undefined);
  };

  function remove(clientId: string): void {
    if (readings > 0) left.add(clientId);
    outbox.set(outbox.get().filter((one) => one.clientId !== clientId));
    void storage.remove(clientId).catch(() => undefined);
  }

  /** The next message to send; a message that is not stored yet holds up those written after it. */
  function nextOf(conversationId: string): Pending | undefined {
    const next = outbox
      .get()
      .find((one) => one.conversationId === conversationId && one.status === 'sending');
    return next && !unkept.has(next.clientId) ? next : undefined;
  }

  /** @returns whether the conversation's next message may follow at once */
  function refused({ clientId, conversationId, photo }: Pending, problem: FormProblem): boolean {
    if (isTransient(problem)) {
      tryLater(conversationId, Math.max(RETRY_MS, (problem.retryAfter ?? 0) * 1_000));
      return false;
    }
    change(clientId, { status: 'failed', problem: photo ? photoProblem(problem) : problem });
    if (photo) photoDelivery.refused(clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow at once */
  async function send(pending: Pending, input: RequestInput<'message:send'>): Promise<boolean> {
    const answer = await live.request('message:send', input);
    if (!answer.ok) return refused(pending, answer.error);
    onSent(answer.message);
    remove(pending.clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow at once */
  async function deliver(pending: Pending): Promise<boolean> {
    const { clientId, conversationId, content, photo } = pending;
    if (!photo) return send(pending, { clientId, conversationId, type: 'text', content });
    const brought = await photoDelivery.bring(pending, photo);
    if ('gone' in brought) return true;
    return 'problem' in brought ? refused(pending, brought.problem) : send(pending, brought.input);
  }

  function tryLater(conversationId: string, ms = RETRY_MS): void {
    const retry = setTimeout(() => {
      retries.delete(retry);
      void run(conversationId);
    }, ms);
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
      // No answer: nobody knows whether the message arrived. It stays in the outbox and is sent again.
      if (isOnline) tryLater(conversationId);
    } finally {
      busy.delete(conversationId);
    }
  }

  const runAll = () => {
    for (const id of new Set(outbox.get().map((one) => one.conversationId))) void run(id);
  };

  async function untilKept(pending: Pending): Promise<void> {
    const { clientId, conversationId } = pending;
    unkept.add(clientId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, KEEP_MAX_MS);
    });
    await Promise.race([keep(pending), patience]);
    clearTimeout(timer);
    unkept.delete(clientId);
    void run(conversationId);
  }

  /** Shows a message at once, and sends it in its turn once it is stored. */
  function add(conversationId: string, written: Pick<Pending, 'content' | 'photo'>) {
    const clientId = ports.newId();
    // Strictly rising, so that messages chosen at the same moment keep their order after a reload.
    writtenAt = Math.max(ports.now().getTime(), writtenAt + 1);
    const createdAt = new Date(writtenAt).toISOString();
    const pending: Pending = { clientId, conversationId, createdAt, status: 'sending', ...written };
    outbox.set([...outbox.get(), pending]);
    return { clientId, kept: untilKept(pending) };
  }

  return {
    /** Loads stored messages that are not held here: from before a reload, or left by a tab that was closed. */
    async restore(owner: string): Promise<void> {
      readings += 1;
      const stored = await storage.load(owner).catch(() => []);
      readings -= 1;
      const held = new Set(outbox.get().map((one) => one.clientId));
      const older = stored.filter(({ clientId }) => !held.has(clientId) && !left.has(clientId));
      if (readings === 0) left.clear();
      if (personId() !== owner || older.length === 0) return;
      older.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
      outbox.set([...older, ...outbox.get()]);
      runAll();
    },
    /** How many unsent messages are stored in this browser, by any tab, or held here. */
    async countUnsent(owner: string): Promise<number> {
      const stored = await storage.load(owner).catch(() => []);
      const held = personId() === owner ? outbox.get() : [];
      return new Set([...stored, ...held].map(({ clientId }) => clientId)).size;
    },
    /** Resolves once the message would survive a reload. */
    send(conversationId: string, content: string): Promise<void> {
      return add(conversationId, { content }).kept;
    },
    sendPhoto(conversationId: string, file: File): void {
      const photo = { file, name: file.name, size: null, isSmall: false, url: null, part: 0 };
      const { clientId } = add(conversationId, { content: '', photo });
      void photoDelivery.measure(clientId, file);
    },
    /** The message is in the database: told by another tab's ack, or by an event that overtook ours. */
    confirm(clientId: string): void {
      if (readings > 0) left.add(clientId);
      if (outbox.get().some((one) => one.clientId === clientId)) remove(clientId);
    },
    resend(clientId: string): void {
      const failed = outbox.get().find((one) => one.clientId === clientId);
      if (!failed) return;
      const { problem: _, ...pending } = failed;
      const again: Pending = { ...pending, status: 'sending' };
      outbox.set(outbox.get().map((one) => (one.clientId === clientId ? again : one)));
      void keep(again);
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
