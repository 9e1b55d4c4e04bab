import * as z from 'zod';
import type { Config } from '../../config.ts';

export type DiscordSettings = NonNullable<Config['identity']['discord']>;

export const PICTURES = 'https://cdn.discordapp.com';
const SCOPES = 'identify email';
const TIMEOUT_MS = 5_000;

const Tokens = z.object({ access_token: z.string().min(1) });
const Person = z.object({
  id: z.string().regex(/^\d{1,32}$/),
  username: z.string().max(100),
  global_name: z.string().max(100).nullish(),
  avatar: z
    .string()
    .regex(/^\w{1,100}$/)
    .nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});
export type DiscordUser = z.output<typeof Person>;

export function avatarPath({ id, avatar }: DiscordUser): string | null {
  return avatar ? `/avatars/${id}/${avatar}.png` : null;
}

interface Authorization {
  state: string;
  challenge: string;
  redirectUri: string;
}

export function authorizeAddress(settings: DiscordSettings, request: Authorization): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    scope: SCOPES,
    state: request.state,
    redirect_uri: request.redirectUri,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  });
  return `${settings.baseUrl}/oauth2/authorize?${query}`;
}

async function fetchJson(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, {
    ...init,
    // Redirects are refused, so that the client secret goes only to the host in the settings.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`Discord responded with ${response.status}`);
  return response.json();
}

/** The tokens are used for this only and not stored. Rejects when Discord does not respond as expected. */
export async function fetchDiscordUser(
  settings: DiscordSettings,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<DiscordUser> {
  const { access_token } = Tokens.parse(
    await fetchJson(`${settings.baseUrl}/api/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    }),
  );
  const headers = { authorization: `Bearer ${access_token}` };
  return Person.parse(await fetchJson(`${settings.baseUrl}/api/users/@me`, { headers }));
}
