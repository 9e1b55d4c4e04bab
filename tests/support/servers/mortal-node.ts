import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, gt } from 'drizzle-orm';
import { readConfig } from '../../../server/src/config.ts';
import { saveSearch } from '../../../server/src/items/saved-searches/save-search.ts';
import { createOutgoing } from '../../../server/src/platform/http/outgoing.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createProduct } from '../../../server/src/product.ts';
import { readRows } from '../data/rows.ts';
import { LOOPBACK } from '../peers/loopback.ts';
import type { Question, Step } from './mortal-nodes.ts';

// A node of the product, started with `fork`. Of all nodes, the first one that reaches `KILL_AT` is killed there.

const { KILL_AT, SHARED_DIR = '', PUSH_CA = '' } = process.env;

function reached(step: Step): void {
  if (step !== KILL_AT) return;
  try {
    writeFileSync(join(SHARED_DIR, 'killed'), '', { flag: 'wx' });
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

const pushes = createOutgoing({ allowed: LOOPBACK, ca: PUSH_CA });
const product = await createProduct(readConfig(process.env), createLog('error'), {
  times: { updates: { away: 300, pause: 0, interval: 50 } },
  pushNetwork: {
    isAllowed: () => true,
    call(url, call) {
      reached('push leased');
      return pushes.call(url, call);
    },
  },
  mailTransport: {
    async send({ subject }, { id }) {
      reached('mail stored');
      appendFileSync(join(SHARED_DIR, 'mails'), `${id} ${subject}\n`);
      reached('mail sent');
    },
  },
});
product.onPublished((_, event) => event === 'notice:new' && reached('notice stored'));
const { db, mailer } = product;
const { post } = mailer;
mailer.post = async (tx, mail) => {
  await post(tx, mail);
  reached('mail composed');
};
const { transact } = db;
db.transact = (work) => {
  // What follows a push, once the push service has it.
  if (existsSync(join(SHARED_DIR, 'pushed'))) reached('push sent');
  return transact(work);
};

async function discount(id: string): Promise<void> {
  await transact(async (tx) => {
    const { listings: l } = tx.t;
    await tx.q.update(l).set({ priceCents: 30_000 }).where(eq(l.id, id)).returning({ id: l.id });
    await tx.emit('listing changed', { id, change: 'price_dropped' });
  });
  reached('change stored');
}

async function answer(question: Question): Promise<unknown> {
  if (question === 'rows') return db.read(async ({ q, t }) => q.select().from(t.notices));
  if (question === 'waiting mails') return (await readRows(db, 'mails')).length;
  if (question === 'end leases') {
    const now = new Date();
    return transact(async ({ q, t: { notices: n, mails: m } }) => {
      await q.update(n).set({ pushAt: now }).where(gt(n.pushAt, now)).returning({ id: n.id });
      await q.update(m).set({ dueAt: now }).returning({ id: m.id });
    });
  }
  if ('search' in question) {
    await saveSearch(product.ctx, question.as, { query: question.search, alerts: 'instant' });
    return null;
  }
  if ('discount' in question) return discount(question.discount);
  await transact((tx) => tx.emit('member notified', question));
  reached('change stored');
  return null;
}

process.on('message', async ({ id, question }: { id: number; question: Question }) => {
  process.send?.({ id, answer: (await answer(question)) ?? null });
});
await product.listen();
process.send?.({ id: 0, answer: null });
