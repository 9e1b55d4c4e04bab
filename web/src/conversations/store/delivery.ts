import type { Message } from '@selvedge/shared/conversations/conversations';
import type { RequestBody } from '@selvedge/shared/platform/realtime';
import type { FormProblem } from '../../lib/form-problem.ts';
import { photoProblem } from '../composer/photo-errors.ts';
import type { Pending } from './outbox.ts';
import { createPhotoDelivery } from './photo-delivery.ts';
import type { Ports } from './ports.ts';

interface DeliveryParts {
  ports: Pick<Ports, 'live' | 'outbox' | 'photos' | 'newId' | 'now'>;
  /** The unsent messages in the store. */
  outbox: { get(): readonly Pending[]; set(next: readonly Pending[]): void };
  personId(): string | null;
  onSent(message: Message): void;
}

/**
 * How long to wait for a message to be persisted; after that it is sent anyway, and only a reload could lose
 * it.
 */
const PERSIST_MAX_MS = 2_000;
/** Delay before resending a message that was refused for a transient reason. */
const RETRY_MS = 3_000;
/**
 * The longest wait, in seconds, that the sender does not notice; beyond it, the message fails and its sender
 * sees why.
 */
const SILENT_WAIT_MAX = 10;
const isTransient = ({ code, retryAfter = 0 }: FormProblem) =>
  code === 'unavailable' || (code === 'rate_limited' && retryAfter <= SILENT_WAIT_MAX);

/**
 * Sends messages to the server: each is first persisted in the browser, and each conversation sends one
 * message at a time until it is acked. A message without an ack is sent again under its id, and the server
 * stores it once.
 */
export function createDelivery({ ports, outbox, personId, onSent }: DeliveryParts) {
  const { live, outbox: storage } = ports;
  let isOnline = false;
  let writtenAt = 0;
  const busy = new Set<string>();
  /** Written but not yet persisted: a message must survive a crash between sending and its ack. */
  const unpersisted = new Set<string>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  /**
   * How many storage loads are running, and the messages removed since they started: a load may still return
   * those.
   */
  let activeLoads = 0;
  const removed = new Set<string>();

  const find = (clientId: string) => outbox.get().find((one) => one.clientId === clientId);

  const change = (clientId: string, changed: Partial<Pending>, isPersisted = true) => {
    outbox.set(outbox.get().map((one) => (one.clientId === clientId ? { ...one, ...changed } : one)));
    if (isPersisted) void persist(find(clientId));
  };
  const photoDelivery = createPhotoDelivery({ photos: ports.photos, find, change });

  // A browser without storage still sends; only a reload would lose the message.
  const persist = async (pending: Pending | undefined): Promise<void> => {
    const owner = personId();
    if (pending && owner) await storage.put(owner, pending).catch(() => undefined);
  };

  function remove(clientId: string): void {
    if (activeLoads > 0) removed.add(clientId);
    outbox.set(outbox.get().filter((one) => one.clientId !== clientId));
    void storage.remove(clientId).catch(() => undefined);
  }

  /** The next message to send; one that is not persisted yet blocks those written after it. */
  function nextOf(conversationId: string): Pending | undefined {
    const next = outbox
      .get()
      .find((one) => one.conversationId === conversationId && one.status === 'sending');
    return next && !unpersisted.has(next.clientId) ? next : undefined;
  }

  /** @returns whether the conversation's next message may follow immediately */
  function refused({ clientId, conversationId, photo }: Pending, problem: FormProblem): boolean {
    if (isTransient(problem)) {
      tryLater(conversationId, Math.max(RETRY_MS, (problem.retryAfter ?? 0) * 1_000));
      return false;
    }
    change(clientId, { status: 'failed', problem: photo ? photoProblem(problem) : problem });
    if (photo) photoDelivery.refused(clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow immediately */
  async function send(pending: Pending, input: RequestBody<'message:send'>): Promise<boolean> {
    const ack = await live.request('message:send', input);
    if (!ack.ok) return refused(pending, ack.error);
    onSent(ack.message);
    remove(pending.clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow immediately */
  async function deliver(pending: Pending): Promise<boolean> {
    const { clientId, conversationId, content, photo } = pending;
    if (!photo) return send(pending, { clientId, conversationId, type: 'text', content });
    const prepared = await photoDelivery.prepare(pending, photo);
    if ('gone' in prepared) return true;
    return 'problem' in prepared ? refused(pending, prepared.problem) : send(pending, prepared.input);
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
      // Without an ack the outcome is unknown. The message stays in the outbox and is sent again.
      if (isOnline) tryLater(conversationId);
    } finally {
      busy.delete(conversationId);
    }
  }

  const runAll = () => {
    for (const id of new Set(outbox.get().map((one) => one.conversationId))) void run(id);
  };

  async function sendOncePersisted(pending: Pending): Promise<void> {
    const { clientId, conversationId } = pending;
    unpersisted.add(clientId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PERSIST_MAX_MS);
    });
    await Promise.race([persist(pending), timeout]);
    clearTimeout(timer);
    unpersisted.delete(clientId);
    void run(conversationId);
  }

  /** Shows a message immediately, and sends it in order once it is persisted. */
  function add(conversationId: string, written: Pick<Pending, 'content' | 'photo'>) {
    const clientId = ports.newId();
    // Strictly increasing, so that messages written in the same millisecond stay in order after a reload.
    writtenAt = Math.max(ports.now().getTime(), writtenAt + 1);
    const createdAt = new Date(writtenAt).toISOString();
    const pending: Pending = { clientId, conversationId, createdAt, status: 'sending', ...written };
    outbox.set([...outbox.get(), pending]);
    return { clientId, persisted: sendOncePersisted(pending) };
  }

  return {
    /**
     * Loads stored messages that are not in this tab's outbox: from before a reload, or from a closed tab.
     */
    async restore(owner: string): Promise<void> {
      activeLoads += 1;
      const stored = await storage.load(owner).catch(() => []);
      activeLoads -= 1;
      const known = new Set(outbox.get().map((one) => one.clientId));
      const older = stored.filter(({ clientId }) => !known.has(clientId) && !removed.has(clientId));
      if (activeLoads === 0) removed.clear();
      if (personId() !== owner || older.length === 0) return;
      older.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
      outbox.set([...older, ...outbox.get()]);
      runAll();
    },
    /** How many unsent messages this browser has: stored by any tab, or in this tab's outbox. */
    async countUnsent(owner: string): Promise<number> {
      const stored = await storage.load(owner).catch(() => []);
      const known = personId() === owner ? outbox.get() : [];
      return new Set([...stored, ...known].map(({ clientId }) => clientId)).size;
    },
    /** Resolves once the message would survive a reload. */
    send(conversationId: string, content: string): Promise<void> {
      return add(conversationId, { content }).persisted;
    },
    sendPhoto(conversationId: string, file: File): void {
      const photo = { file, name: file.name, size: null, isSmall: false, url: null, part: 0 };
      const { clientId } = add(conversationId, { content: '', photo });
      void photoDelivery.measure(clientId, file);
    },
    /**
     * The message is in the database, according to another tab's ack or an event that overtook this tab's.
     */
    confirm(clientId: string): void {
      if (activeLoads > 0) removed.add(clientId);
      if (outbox.get().some((one) => one.clientId === clientId)) remove(clientId);
    },
    resend(clientId: string): void {
      const failed = outbox.get().find((one) => one.clientId === clientId);
      if (!failed) return;
      const { problem: _, ...pending } = failed;
      const again: Pending = { ...pending, status: 'sending' };
      outbox.set(outbox.get().map((one) => (one.clientId === clientId ? again : one)));
      void persist(again);
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
