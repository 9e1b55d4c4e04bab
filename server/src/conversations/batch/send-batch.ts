import { setImmediate as nextTick } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { type Database, isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { announceMessage } from '../announce-message.ts';
import { idAbove } from '../message-id.ts';
import { nextMessage, type Send, type Stamp } from '../next-message.ts';
import type { ConversationRow } from '../queries.ts';
import { sendSingle } from '../send-within.ts';
import { type BoundMessage, storeMessages } from './queries.ts';

/** Maximum number of messages per statement, which PostgreSQL stores in a few milliseconds. */
const BATCH_MAX = 256;
/** Concurrent statements: with one, new messages wait for it to end; with many, batches are small. */
const AT_ONCE = 2;

type RunStatement = NonNullable<Database['runStatement']>;

interface Job {
  send: Send;
  resolve: (message: Message) => void;
  reject: (error: unknown) => void;
}

/** Texts of one sender to one conversation, in order, or a single photo. */
type Group = [Job, ...Job[]];

const isText = ({ send }: Job): boolean => send.input.type === 'text';
const keyOf = ({ actor, input }: Send): string => `${input.conversationId} ${input.clientId} ${actor.id}`;

const belongsTo = ([first]: Group, job: Job): boolean =>
  first.send.actor.id === job.send.actor.id && isText(first) && isText(job);

function boundMessages(group: Group, stamps: Stamp[]): BoundMessage[] {
  return group.map(({ send: { actor, input } }, n) => {
    const { id, at } = stamps[n] as Stamp;
    const { conversationId, clientId, type: messageType, content = '' } = input;
    const message = { id, conversationId, senderId: actor.id, clientId, messageType, content, createdAt: at };
    return { ...message, place: n + 1, total: group.length };
  });
}

function announceAll(ctx: Ctx, tx: Tx, before: ConversationRow, group: Group, stamps: Stamp[]): Message[] {
  let row = before;
  return group.map(({ send }, n) => {
    const next = nextMessage(row, send, stamps[n]);
    const message = announceMessage(ctx, tx, {
      ...next,
      senderId: send.actor.id,
      before: row.conversation,
    });
    row = next.row;
    return message;
  });
}

/** Stores what it can in one statement. @returns each group's messages, or null if they must be sent singly. */
async function storeBatch(
  ctx: Ctx,
  runStatement: RunStatement,
  groups: Group[],
): Promise<(Message[] | null)[]> {
  const at = new Date();
  const stamped = groups.map((group) => group.map(() => ({ id: idAbove(''), at })));
  const rows = groups.flatMap((group, n) =>
    isText(group[0]) ? boundMessages(group, stamped[n] as Stamp[]) : [],
  );
  if (rows.length === 0) return groups.map(() => null);
  return runStatement(async (tx) => {
    const stored = await storeMessages(tx, rows);
    return groups.map((group, n) => {
      const before = stored.get(group[0].send.input.conversationId);
      return before ? announceAll(ctx, tx, before, group, stamped[n] as Stamp[]) : null;
    });
  });
}

/** Takes jobs from a queue: at most one group per conversation, and each client id in it once. */
function createQueue() {
  let waiting: Job[] = [];
  /** Conversations and client ids with a message in flight. */
  const busy = new Set<string>();
  return {
    add: (job: Job) => void waiting.push(job),
    take(): Group[] {
      const groups = new Map<string, Group>();
      /** Conversations with a message that stays in the queue, so that later ones do too. */
      const passed = new Set<string>();
      let taken = 0;
      waiting = waiting.filter((job) => {
        const { conversationId } = job.send.input;
        const group = groups.get(conversationId);
        const isFree = group ? belongsTo(group, job) : !busy.has(conversationId);
        const mayGo = isFree && !busy.has(keyOf(job.send)) && !passed.has(conversationId);
        if (taken === BATCH_MAX || !mayGo) {
          passed.add(conversationId);
          return true;
        }
        if (group) group.push(job);
        else groups.set(conversationId, [job]);
        busy.add(conversationId).add(keyOf(job.send));
        taken += 1;
        return false;
      });
      return [...groups.values()];
    },
    /** Call it when a group is no longer in flight. */
    release(group: Group): void {
      busy.delete(group[0].send.input.conversationId);
      for (const { send } of group) busy.delete(keyOf(send));
    },
  };
}

/**
 * Batches messages on PostgreSQL: one statement stores all that are waiting. Photos, refused or repeated
 * messages, and those whose conversation is locked by another transaction are sent singly afterwards. The
 * conversation's next message waits for them, so the messages of one node keep their order.
 */
export function createSendBatch(ctx: Ctx, runStatement: RunStatement): (send: Send) => Promise<Message> {
  const queue = createQueue();
  let running = 0;

  async function sendSingly(group: Group): Promise<void> {
    for (const { send, resolve, reject } of group) await sendSingle(ctx, send).then(resolve, reject);
    queue.release(group);
    void store();
  }

  async function sendAll(groups: Group[]): Promise<void> {
    const sent = await storeBatch(ctx, runStatement, groups).catch((error: unknown) => {
      if (error instanceof AppError) {
        for (const job of groups.flat()) job.reject(error);
        return null;
      }
      // One message's error rolled back the batch: retry each singly, so that only the faulty one fails.
      if (!isUniqueViolation(error)) {
        const messages = groups.flat().length;
        ctx.log.error({ err: error, messages }, 'a batch of messages failed; sending each singly');
      }
      return [];
    });
    for (const [n, group] of groups.entries()) {
      const messages = sent?.[n];
      for (const [i, message] of messages?.entries() ?? []) group[i]?.resolve(message);
      if (messages || !sent) queue.release(group);
      else void sendSingly(group);
    }
  }

  async function store(): Promise<void> {
    if (running === AT_ONCE) return;
    running += 1;
    // Include messages that arrive in this event-loop tick.
    await nextTick();
    for (let groups = queue.take(); groups.length > 0; groups = queue.take()) await sendAll(groups);
    running -= 1;
  }

  return (send) =>
    new Promise<Message>((resolve, reject) => {
      queue.add({ send, resolve, reject });
      void store();
    });
}
