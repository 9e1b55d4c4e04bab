import type { Context, Hono } from 'hono';
import type { Conn, Database, Tx } from '../../platform/db/database.ts';
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
  setOff(tx: Tx, id: string, isOff: boolean): PromiseLike<unknown>;
  /** Finds what the token is for; by default, a member who still has an account. */
  findSubject?(conn: Conn, id: string): PromiseLike<{ id: string }[]>;
}

/**
 * Unsubscribes from one kind of mail without a sign-in: the link in the mail leads to a page with a button,
 * and mail clients send the button's request themselves (RFC 8058), with the token in the URL.
 */
export function unsubscribeRoutes(app: Hono<Env>, sort: UnsubscribeParts): void {
  const { path, db, tokens, settings, findSubject = findActiveMember } = sort;
  const shown = (c: Context, write: (name: string) => PlainPage, status?: 403) => {
    const instance = settings.current();
    return show(c, instance, write(instance.name), status);
  };

  /** The id that a mailed link is for, usually a member's, if it still exists. */
  async function subjectOf(token: string): Promise<string | null> {
    const id = tokens.read(token);
    if (id === null) return null;
    const [subject] = await db.read(async (conn) => findSubject(conn, id));
    return subject?.id ?? null;
  }

  app.get(path, async (c) => {
    const token = c.req.query('token') ?? '';
    return (await subjectOf(token)) ? shown(c, confirmPage(sort, path, token)) : shown(c, invalidPage, 403);
  });

  app.post(path, limitForm(FORM_MAX_BYTES), async (c: Context) => {
    const form = await readForm(c, 'token', 'action');
    const token = form.token || (c.req.query('token') ?? '');
    const id = await subjectOf(token);
    if (id === null) return shown(c, invalidPage, 403);
    const isOff = form.action !== 'on';
    await db.transact(async (tx) => sort.setOff(tx, id, isOff));
    return shown(c, isOff ? offPage(sort, path, token) : onPage(sort));
  });
}
