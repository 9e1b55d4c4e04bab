import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { clientAddress } from '../../client-address.ts';
import type { Env } from '../../endpoint.ts';
import type { BrowserMode } from '../browser-mode.ts';
import type { Provider } from '../context.ts';
import { readBody, textOf, whoAsks } from '../request.ts';
import { challenge, factorNotFound } from './challenge.ts';
import { enroll } from './enroll.ts';
import { unenroll } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

/** @throws mfa_factor_not_found for a text that is no id. */
function idOf(text: string): string {
  if (!z.uuid().safeParse(text).success) throw factorNotFound();
  return text;
}
/** The id of no challenge, in place of a malformed one: databases differ in how they treat those. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Authenticator apps: the second step of signing in. */
export function factorRoutes(auth: Hono<Env>, provider: Provider, browser: BrowserMode): void {
  const addressOf = (c: Context) => clientAddress(c, provider.config.trustProxy);

  auth.post('/factors', async (c) => {
    const asker = await whoAsks(provider, c);
    const { factor_type, friendly_name } = await readBody(c);
    return c.json(await enroll(provider, asker, { type: factor_type, name: textOf(friendly_name).trim() }));
  });

  auth.delete('/factors/:id', async (c) => {
    const asker = await whoAsks(provider, c);
    const id = idOf(c.req.param('id'));
    await unenroll(provider, asker, { factorId: id, address: addressOf(c) });
    return c.json({ id });
  });

  auth.post('/factors/:id/challenge', async (c) => {
    const { userId } = await whoAsks(provider, c);
    return c.json(await challenge(provider, userId, idOf(c.req.param('id'))));
  });

  auth.post('/factors/:id/verify', async (c) => {
    const asker = await whoAsks(provider, c);
    const factorId = idOf(c.req.param('id'));
    const { challenge_id, code } = await readBody(c);
    const challengeId = z.uuid().safeParse(challenge_id).data ?? NO_ID;
    const answer = { factorId, challengeId, code: textOf(code).trim(), address: addressOf(c) };
    return c.json(browser.seal(c, await verifyFactor(provider, asker, answer)));
  });
}
