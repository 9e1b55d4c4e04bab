import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError, unauthorized } from '../../platform/core/errors.ts';
import { isStorable } from '../accounts/user-metadata.ts';
import { AuthError } from '../auth-error.ts';
import type { HostedSettings } from './placeholder.ts';
import { createTokenCheck, type TokenCheck } from './token-check.ts';
import { RETRY_SECONDS, unreachable } from './unreachable.ts';

const TIMEOUT_MS = 5_000;
/** Maximum characters of a name or URL in a profile. */
const NAME_MAX = 500;

const name = z.string().max(NAME_MAX).refine(isStorable).nullish().catch(null);
/** A user's profile at another provider, with that provider's field names. Other fields are ignored. */
const Profile = z.object({ user_name: name, full_name: name, name, avatar_url: name }).nullish().catch(null);

/** A user as the provider reports them, without the fields that users can edit themselves. */
const HostedUser = z.object({
  id: z.uuid(),
  email: z.string().min(1),
  email_confirmed_at: z.string().nullish(),
  factors: z.array(z.object({ status: z.string() })).nullish(),
  identities: z.array(z.object({ provider: z.string(), id: z.string(), identity_data: Profile })).nullish(),
});
export type HostedUser = z.output<typeof HostedUser>;

const Settings = z.object({
  external: z.object({ discord: z.boolean().optional() }),
  mailer_autoconfirm: z.boolean(),
});
type HostedSignIn = z.output<typeof Settings>;
const SignedUp = z.union([z.object({ id: z.uuid() }), z.object({ user: z.object({ id: z.uuid() }) })]);
const Refusal = z.object({ code: z.string(), message: z.string().min(1).catch('Signup failed') });

export interface Remote extends TokenCheck {
  /** The user that a token belongs to. @throws as `verify` */
  user(token: string): Promise<HostedUser>;
  /** The sign-in methods, and whether addresses are confirmed without a mailed link. @throws unavailable */
  settings(): Promise<HostedSignIn>;
  /** Ends a token's session. A session unknown to the provider has already ended. @throws unavailable */
  signOut(token: string): Promise<void>;
  /** @returns the account's id. @throws AuthError with the provider's own message; unavailable */
  signUp(email: string, password: string, redirectTo: string): Promise<string>;
}

const notSetUp = () =>
  new AppError('unavailable', 'Sign-in is not set up here yet.', { retryAfter: RETRY_SECONDS });

/** Stands in for a provider with unusable settings: no token is valid, and calls fail. */
export const UNCONFIGURED: Remote = {
  verify: () => Promise.reject(unauthorized()),
  verifyEnded: () => Promise.reject(unauthorized()),
  user: () => Promise.reject(unauthorized()),
  settings: () => Promise.resolve({ external: {}, mailer_autoconfirm: false }),
  signOut: () => Promise.reject(unreachable()),
  signUp: () => Promise.reject(notSetUp()),
};

/** Derived from the account's id, so that sign-up can return it before the first sign-in. */
export function firstUsername(id: string): string {
  return `user${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
}

export function createRemote({ url, key }: HostedSettings): Remote {
  const base = `${url}/auth/v1`;
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers: {
        apikey: key,
        'x-supabase-api-version': '2024-01-01',
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (response.status >= 500) throw unreachable();
    return response;
  };
  const read = async <S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> => {
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw unreachable(parsed.error);
    return parsed.data;
  };

  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const user = async (token: string): Promise<HostedUser> => {
    const response = await request('/user', withToken(token));
    if (response.status === 429) throw unreachable();
    if (!response.ok) throw unauthorized();
    return read(response, HostedUser);
  };

  return {
    ...createTokenCheck({ base, key, user }),
    user,
    settings: async () => read(await request('/settings'), Settings),
    signOut: async (token) =>
      void (await request('/logout?scope=local', { method: 'POST', ...withToken(token) })),
    async signUp(email, password, redirectTo) {
      const query = new URLSearchParams({ redirect_to: redirectTo });
      const body = JSON.stringify({ email, password });
      const response = await request(`/signup?${query}`, { method: 'POST', body });
      if (!response.ok) {
        const { code, message } = await read(response, Refusal);
        const status = response.status as 400 | 422 | 429;
        const wait = Number(response.headers.get('retry-after')) || undefined;
        throw new AuthError(status, code, message, {}, wait);
      }
      const signedUp = await read(response, SignedUp);
      return 'id' in signedUp ? signedUp.id : signedUp.user.id;
    },
  };
}
