import type { Message } from '@selvedge/shared/conversations';
import type { RequestInput } from '@selvedge/shared/realtime';
import type { FormProblem } from '../lib/form-problem.ts';
import type { Pending } from './outbox.ts';
import { createPhotoDelivery } from './photo-delivery.ts';
import { photoProblem } from './photo-errors.ts';
import type { Ports } from './ports.ts';

interface DeliveryParts {
  ports: Pick<Ports, 'live' | 'outbox' | 'photos' | 'newId' | 'now'>;
  /** The messages on their way as the store holds them. */
  outbox: { get(): readonly Pending[]; set(next: readonly Pending[]): void };
  personId(): string | null;
  onSent(message: Message): void;
}

/** How long a browser's storage may take before a message is sent that only the reload would lose. */
const KEEP_MAX_MS = 2_000;
/** Refusals that a later try may not meet. */
const RETRY_MS = 3_000;
/** For longer than these seconds nothing is held up in silence: its person is told how long it takes. */
const WAIT_MAX = 10;
const isPassing = ({ code, retryAfter = 0 }: FormProblem) =>
  code === 'unavailable' || (code === 'rate_limited' && retryAfter <= WAIT_MAX);

/**
 * Brings messages to the server: kept before they are sent, one at a time in each conversation, until each is
 * answered. An unanswered one goes again under its id on the next connection, and the server stores it once.
 */
export function createDelivery({ ports, outbox, personId, onSent }: DeliveryParts) {
  const { live, outbox: storage } = ports;
  let isOnline = false;
  let writtenAt = 0;
  const busy = new Set<string>();
  /** Written just now, and not yet stored: what is sent must outlive a crash before the answer. */
  const unkept = new Set<string>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  /** How many readings of the storage are under way, and what has left the outbox since: they may still hold it. */
  let readings = 0;
  const left = new Set<string>();

  const find = (clientId: string) => outbox.get().find((one) => one.clientId === clientId);

  const change = (clientId: string, changed: Partial<Pending>, isKept = true) => {
    outbox.set(outbox.get().map((one) => (one.clientId === clientId ? { ...one, ...changed } : one)));
    if (isKept) void keep(find(clientId));
  };
  const photoDelivery = createPhotoDelivery({ photos: ports.photos, find, change });

  // A browser without storage still sends; only the reload would lose it.
  const keep = async (pending: Pending | undefined): Promise<void> => {
    const owner = personId();
    if (pending && owner) await storage.put(owner, pending).catch(() => undefined);
  };

  function remove(clientId: string): void {
    if (readings > 0) left.add(clientId);
    outbox.set(outbox.get().filter((one) => one.clientId !== clientId));
    void storage.remove(clientId).catch(() => undefined);
  }

  /** What is not kept yet holds up what was written behind it. */
  function nextOf(conversationId: string): Pending | undefined {
    const next = outbox
      .get()
      .find((one) => one.conversationId === conversationId && one.status === 'sending');
    return next && !unkept.has(next.clientId) ? next : undefined;
  }

  /** Answers whether the conversation's next message may follow at once. */
  function refused({ clientId, conversationId, photo }: Pending, problem: FormProblem): boolean {
    if (isPassing(problem)) {
      tryLater(conversationId, Math.max(RETRY_MS, (problem.retryAfter ?? 0) * 1_000));
      return false;
    }
    change(clientId, { status: 'failed', problem: photo ? photoProblem(problem) : problem });
    if (photo) photoDelivery.refused(clientId);
    return true;
  }

  /** Answers the same. */
  async function send(pending: Pending, input: RequestInput<'message:send'>): Promise<boolean> {
    const answer = await live.request('message:send', input);
    if (!answer.ok) return refused(pending, answer.error);
    onSent(answer.message);
    remove(pending.clientId);
    return true;
  }

  /** Answers the same. */
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
      // No answer: nobody knows whether it arrived. It stays, and goes again.
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

  /** Shown at once, and sent in its turn once it is kept. */
  function add(conversationId: string, written: Pick<Pending, 'content' | 'photo'>) {
    const clientId = ports.newId();
    // No two the same: after a reload it orders what was chosen all at once, too.
    writtenAt = Math.max(ports.now().getTime(), writtenAt + 1);
    const createdAt = new Date(writtenAt).toISOString();
    const pending: Pending = { clientId, conversationId, createdAt, status: 'sending', ...written };
    outbox.set([...outbox.get(), pending]);
    return { clientId, kept: untilKept(pending) };
  }

  return {
    /** Takes up what is kept and not held here: from before a reload, or left behind by a tab that was closed. */
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
    /** How many are kept in this browser, by whichever tab, or held here. */
    async countUnsent(owner: string): Promise<number> {
      const stored = await storage.load(owner).catch(() => []);
      const held = personId() === owner ? outbox.get() : [];
      return new Set([...stored, ...held].map(({ clientId }) => clientId)).size;
    },
    /** Resolves once a reload would find it. */
    send(conversationId: string, content: string): Promise<void> {
      return add(conversationId, { content }).kept;
    },
    sendPhoto(conversationId: string, file: File): void {
      const photo = { file, name: file.name, size: null, isSmall: false, url: null, part: 0 };
      const { clientId } = add(conversationId, { content: '', photo });
      void photoDelivery.measure(clientId, file);
    },
    /** The message is in the database: another tab's ack, or a fact that overtook ours. */
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
