import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '../../db/database.ts';
import type { Env } from '../../endpoint.ts';
import { show } from '../../identity/page.ts';
import { findPerson, setMailsOff } from './queries.ts';
import type { MailTokens } from './token.ts';
import { askPage, noPage, offPage, onPage } from './unsubscribe-pages.ts';

const FORM_MAX_BYTES = 4_096;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whom a link of a mail is for, if they are still there. */
async function personOf(db: Database, tokens: MailTokens, token: string): Promise<string | null> {
  const userId = tokens.read(token);
  if (userId === null) return null;
  const [person] = await db.read(async (conn) => findPerson(conn, userId));
  return person?.id ?? null;
}

/**
 * Gives up mails about matches, without signing in: the link in the mail leads to a page with a button, and mail programs
 * send the button's request themselves (RFC 8058), with the token in the address.
 */
export function unsubscribeRoutes(app: Hono<Env>, db: Database, tokens: MailTokens): void {
  app.get('/mail/unsubscribe', async (c) => {
    const token = c.req.query('token') ?? '';
    return (await personOf(db, tokens, token)) ? show(c, askPage(token)) : show(c, noPage(), 403);
  });

  app.post('/mail/unsubscribe', bodyLimit({ maxSize: FORM_MAX_BYTES }), async (c: Context) => {
    const form = await c.req.parseBody();
    const token = textOf(form.token) || (c.req.query('token') ?? '');
    const userId = await personOf(db, tokens, token);
    if (userId === null) return show(c, noPage(), 403);
    const isOff = form.action !== 'on';
    await db.transact(async (tx) => setMailsOff(tx, userId, isOff));
    return show(c, isOff ? offPage(token) : onPage());
  });
}
