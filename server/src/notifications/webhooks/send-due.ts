import { FAILING_DAYS } from '@selvedge/shared/notifications/webhook-events';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordFailure } from '../../platform/jobs/queue-kind.ts';
import { bodyOf } from './data-of.ts';
import { mailOwner } from './mail-owner.ts';
import { failureOf, type Outcome, outcomeOf, retryAt } from './outcome.ts';
import {
  type DeliveryRow,
  nextDelivery,
  releaseWebhook,
  setFailing,
  switchOff,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { webhookQueue } from './queue-kind.ts';
import { secretsOf } from './secrets.ts';
import { signedHeaders } from './signature.ts';

const DAY = 86_400_000;
/** How long one webhook keeps its place before others get it. */
const SLICE_MS = 10_000;
/** A receiver that takes longer than this counts as slow. */
const PROMPT_MS = 3_000;

async function call(ctx: Ctx, webhook: WebhookRow, id: string, body: string): Promise<Outcome> {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Selvedge-Webhooks/1',
    'content-length': String(Buffer.byteLength(body)),
    ...signedHeaders({ id, at, body }, secretsOf(ctx, webhook, at)),
  };
  try {
    const answer = await ctx.outgoing.call(new URL(webhook.url), { method: 'POST', headers, body });
    return outcomeOf(answer, Date.now());
  } catch (error) {
    return failureOf(error);
  }
}

async function storeSuccess(tx: Tx, webhook: WebhookRow, tookMs: number): Promise<void> {
  const isSlow = tookMs > PROMPT_MS;
  if (webhook.failingSince || webhook.isSlow !== isSlow)
    await updateWebhook(tx, webhook.id, { failingSince: null, pausedUntil: null, isSlow });
}

async function storeFailure(
  ctx: Ctx,
  tx: Tx,
  webhook: WebhookRow,
  { status, pauseMs }: Outcome,
  now: number,
) {
  const [failing] = await setFailing(tx, webhook.id, new Date(now));
  if (pauseMs > 0) await updateWebhook(tx, webhook.id, { pausedUntil: new Date(now + pauseMs) });
  const failsLong = failing?.failingSince && now - failing.failingSince.getTime() >= FAILING_DAYS * DAY;
  const reason = status === 410 ? 'gone' : failsLong ? 'failing' : null;
  if (reason && (await switchOff(tx, webhook.id, reason)).length > 0)
    await mailOwner(ctx, tx, webhook, reason);
}

/** @returns whether to go on with the next one */
async function send(ctx: Ctx, webhook: WebhookRow, row: DeliveryRow): Promise<boolean> {
  const { id } = row;
  const body = await ctx.db.read((conn) => bodyOf(ctx, conn, webhook, row));
  if (body === null) {
    await ctx.db.transact(async (tx) => updateDelivery(tx, id, { state: 'skipped' }));
    return true;
  }
  const startedAt = performance.now();
  const outcome = await call(ctx, webhook, id, body);
  const now = Date.now();
  const { status, error } = outcome;
  const attempts = row.attempts + 1;
  const next = error === null || status === 410 ? null : retryAt(attempts, now);
  const state = error === null ? 'delivered' : next ? 'waiting' : 'failed';
  const attempt = { state, attempts, attemptedAt: new Date(now), status, error } as const;
  await ctx.db.transact(async (tx) => {
    await updateDelivery(tx, id, { ...attempt, ...(next && { dueAt: next }) });
    if (error === null) await storeSuccess(tx, webhook, performance.now() - startedAt);
    else {
      await storeFailure(ctx, tx, webhook, outcome, now);
      await recordFailure(tx, webhookQueue);
    }
  });
  ctx.metrics.instrumentation.webhookCalled(error === null ? 'delivered' : 'failed');
  return error === null;
}

/**
 * Sends what is due to a leased webhook, in order for each subject. A failure ends it, so that a receiver that hangs has
 * its place for no longer than one attempt.
 */
export async function sendDue(ctx: Ctx, webhook: WebhookRow): Promise<void> {
  const until = Date.now() + SLICE_MS;
  let goesOn = true;
  while (goesOn && Date.now() < until) {
    const [row] = await ctx.db.read(async (conn) => nextDelivery(conn, webhook.id, new Date()));
    goesOn = row !== undefined && (await send(ctx, webhook, row));
  }
  await ctx.db.transact((tx) => releaseWebhook(tx, webhook.id));
}
