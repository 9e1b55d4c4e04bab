import type { Message } from '@selvedge/shared/conversations/conversations';
import type { RequestBody } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { FormProblem } from '../../../lib/form-problem.ts';
import { photoProblem } from '../../composer/photo-errors.ts';
import type { Ports } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { createPhotoUpload } from './upload-photo.ts';

interface OutboxParts {
  ports: Pick<Ports, 'live' | 'outbox' | 'photos' | 'newId' | 'now'>;
  store: StoreApi<MessagingState>;
  receiveMessages(conversationId: string, messages: Message[]): void;
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
 * Queues and sends outgoing messages: each is first persisted in the browser, and each conversation sends one
 * message at a time until it is acked. A message without an ack is sent again under its id, and the server
 * stores it once.
 */
export function createOutbox({ ports, store, receiveMessages }: OutboxParts) {
  const { live, outbox: storage } = ports;
  const personId = () => store.getState().personId;
  const queue = () => store.getState().outbox;
  const setQueue = (outbox: readonly OutgoingMessage[]) => store.setState({ outbox });
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

  const find = (clientId: string) => queue().find((one) => one.clientId === clientId);

  const change = (clientId: string, changed: Partial<OutgoingMessage>, isPersisted = true) => {
    setQueue(queue().map((one) => (one.clientId === clientId ? { ...one, ...changed } : one)));
    if (isPersisted) void persist(find(clientId));
  };
  const photoUpload = createPhotoUpload({ photos: ports.photos, find, change });

  // A browser without storage still sends; only a reload would lose the message.
  const persist = async (message: OutgoingMessage | undefined): Promise<void> => {
    const owner = personId();
    if (message && owner) await storage.put(owner, message).catch(() => undefined);
  };

  function remove(clientId: string): void {
    if (activeLoads > 0) removed.add(clientId);
    setQueue(queue().filter((one) => one.clientId !== clientId));
    void storage.remove(clientId).catch(() => undefined);
  }

  /** The next message to send; one that is not persisted yet blocks those written after it. */
  function nextOf(conversationId: string): OutgoingMessage | undefined {
    const next = queue().find((one) => one.conversationId === conversationId && one.status === 'sending');
    return next && !unpersisted.has(next.clientId) ? next : undefined;
  }

  /** @returns whether the conversation's next message may follow immediately */
  function refuse({ clientId, conversationId, photo }: OutgoingMessage, problem: FormProblem): boolean {
    if (isTransient(problem)) {
      tryLater(conversationId, Math.max(RETRY_MS, (problem.retryAfter ?? 0) * 1_000));
      return false;
    }
    change(clientId, { status: 'failed', problem: photo ? photoProblem(problem) : problem });
    if (photo) photoUpload.resetPhoto(clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow immediately */
  async function send(message: OutgoingMessage, input: RequestBody<'message:send'>): Promise<boolean> {
    const ack = await live.request('message:send', input);
    if (!ack.ok) return refuse(message, ack.error);
    receiveMessages(ack.message.conversationId, [ack.message]);
    remove(message.clientId);
    return true;
  }

  /** @returns whether the conversation's next message may follow immediately */
  async function sendNext(message: OutgoingMessage): Promise<boolean> {
    const { clientId, conversationId, content, photo } = message;
    if (!photo) return send(message, { clientId, conversationId, type: 'text', content });
    const prepared = await photoUpload.preparePhoto(message, photo);
    if ('gone' in prepared) return true;
    return 'problem' in prepared ? refuse(message, prepared.problem) : send(message, prepared.input);
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
        if (!(await sendNext(next))) break;
      }
    } catch {
      // Without an ack the outcome is unknown. The message stays in the outbox and is sent again.
      if (isOnline) tryLater(conversationId);
    } finally {
      busy.delete(conversationId);
    }
  }

  const runAll = () => {
    for (const id of new Set(queue().map((one) => one.conversationId))) void run(id);
  };

  async function sendOncePersisted(message: OutgoingMessage): Promise<void> {
    const { clientId, conversationId } = message;
    unpersisted.add(clientId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PERSIST_MAX_MS);
    });
    await Promise.race([persist(message), timeout]);
    clearTimeout(timer);
    unpersisted.delete(clientId);
    void run(conversationId);
  }

  /** Shows a message immediately, and sends it in order once it is persisted. */
  function add(conversationId: string, body: Pick<OutgoingMessage, 'content' | 'photo'>) {
    const clientId = ports.newId();
    // Strictly increasing, so that messages written in the same millisecond stay in order after a reload.
    writtenAt = Math.max(ports.now().getTime(), writtenAt + 1);
    const createdAt = new Date(writtenAt).toISOString();
    const message: OutgoingMessage = { clientId, conversationId, createdAt, status: 'sending', ...body };
    setQueue([...queue(), message]);
    return { clientId, persisted: sendOncePersisted(message) };
  }

  return {
    /**
     * Loads stored messages that are not in this tab's outbox: from before a reload, or from a closed tab.
     */
    async restoreOutbox(owner: string): Promise<void> {
      activeLoads += 1;
      const stored = await storage.load(owner).catch(() => []);
      activeLoads -= 1;
      const known = new Set(queue().map((one) => one.clientId));
      const older = stored.filter(({ clientId }) => !known.has(clientId) && !removed.has(clientId));
      if (activeLoads === 0) removed.clear();
      if (personId() !== owner || older.length === 0) return;
      older.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
      setQueue([...older, ...queue()]);
      runAll();
    },
    /** How many outgoing messages this browser has: stored by any tab, or in this tab's outbox. */
    async countOutgoing(owner: string): Promise<number> {
      const stored = await storage.load(owner).catch(() => []);
      const known = personId() === owner ? queue() : [];
      return new Set([...stored, ...known].map(({ clientId }) => clientId)).size;
    },
    /** Resolves once the message would survive a reload. */
    addText(conversationId: string, content: string): Promise<void> {
      return add(conversationId, { content }).persisted;
    },
    addPhoto(conversationId: string, file: File): void {
      const photo = { file, name: file.name, size: null, isSmall: false, url: null, part: 0 };
      const { clientId } = add(conversationId, { content: '', photo });
      void photoUpload.measurePhoto(clientId, file);
    },
    /**
     * Removes a message that the server has stored, according to another tab's ack or an event that overtook
     * this tab's.
     */
    confirmStored(clientId: string): void {
      if (activeLoads > 0) removed.add(clientId);
      if (queue().some((one) => one.clientId === clientId)) remove(clientId);
    },
    resendMessage(clientId: string): void {
      const failed = queue().find((one) => one.clientId === clientId);
      if (!failed) return;
      const { problem: _, ...message } = failed;
      const again: OutgoingMessage = { ...message, status: 'sending' };
      setQueue(queue().map((one) => (one.clientId === clientId ? again : one)));
      void persist(again);
      void run(failed.conversationId);
    },
    discardMessage: remove,
    resumeSending(): void {
      isOnline = true;
      runAll();
    },
    pauseSending(): void {
      isOnline = false;
      for (const retry of retries) clearTimeout(retry);
      retries.clear();
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
