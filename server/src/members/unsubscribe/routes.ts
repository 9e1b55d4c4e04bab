import type { Context, Hono } from 'hono';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Env } from '../../platform/http/endpoint.ts';
import { type PlainPage, show } from '../../platform/http/plain-page.ts';
import { limitForm, readForm } from '../../platform/http/read-form.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import { confirmPage, invalidPage, type MailSort, offPage, onPage } from './pages.ts';
import { findActiveMember } from './queries.ts';
import type { MailTokens } from './token.ts';

const FORM_MAX_BYTES = 4_096;

interface UnsubscribeParts extends MailSort {
  /** The path that these mails link to. */
  path: string;
  db: Database;
  settings: Pick<LiveSettings, 'current'>;
  tokens: MailTokens;
  setOff(tx: Tx, userId: string, isOff: boolean): Promise<unknown>;
}

/**
 * Unsubscribes from one kind of mail without a sign-in: the link in the mail leads to a page with a button,
 * and mail clients send the button's request themselves (RFC 8058), with the token in the URL.
 */
export function unsubscribeRoutes(app: Hono<Env>, sort: UnsubscribeParts): void {
  const { path, db, tokens, settings } = sort;
  const shown = (c: Context, write: (name: string) => PlainPage, status?: 403) => {
    const instance = settings.current();
    return show(c, instance, write(instance.name), status);
  };

  /** The member that a mailed link belongs to, if they still have an account. */
  async function memberOf(token: string): Promise<string | null> {
    const userId = tokens.read(token);
    if (userId === null) return null;
    const [person] = await db.read(async (conn) => findActiveMember(conn, userId));
    return person?.id ?? null;
  }

  app.get(path, async (c) => {
    const token = c.req.query('token') ?? '';
    return (await memberOf(token)) ? shown(c, confirmPage(sort, path, token)) : shown(c, invalidPage, 403);
  });

  app.post(path, limitForm(FORM_MAX_BYTES), async (c: Context) => {
    const form = await readForm(c, 'token', 'action');
    const token = form.token || (c.req.query('token') ?? '');
    const userId = await memberOf(token);
    if (userId === null) return shown(c, invalidPage, 403);
    const isOff = form.action !== 'on';
    await db.transact((tx) => sort.setOff(tx, userId, isOff));
    return shown(c, isOff ? offPage(sort, path, token) : onPage(sort));
  });
}
