import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { jwtVerify, SignJWT } from 'jose';
import { freePort } from '../../../scripts/free-port.ts';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { makeTempDir } from '../servers/temp.ts';
import { makeCertificate } from './certificate.ts';

const KEY = 'a-public-key-of-the-hosted-gotrue';
const SECRET = new TextEncoder().encode('the secret with which this GoTrue signs its tokens');
const TTL_SECONDS = 3_600;

interface Account {
  id: string;
  email: string;
  password: string | null;
  confirmedAt: string | null;
  factor: { id: string; secret: string; status: 'verified' | 'unverified' } | null;
  discordId: string | null;
}
interface Session {
  id: string;
  account: Account;
  refreshToken: string;
  aal: 'aal1' | 'aal2';
  method: string;
  /** In seconds since the epoch. */
  startedAt: number;
  /** The mailed code required for a change of password. */
  nonce?: string;
}
/** A sign-in that the browser with the PKCE verifier exchanges for a session. */
interface Flow {
  account: Account;
  challenge: string;
  method: string;
  redirect: string;
}
type Body = Record<string, unknown>;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface GoTrueSettings {
  discord: boolean;
  autoconfirm: boolean;
  /** GoTrue's "secure password change": a new password requires a recently mailed code. */
  asksAnew?: boolean;
}

/**
 * Stands in for GoTrue, as Supabase hosts it, over https: it signs with a shared secret, requires its public
 * key and at most one bearer token per call, and redirects from mailed links with a code or an error.
 */
export async function startGoTrue(settings: GoTrueSettings) {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, Session>();
  const links = new Map<string, Flow>();
  const codes = new Map<string, Flow>();
  const mails: { to: string; link: string; code?: string }[] = [];

  const userOf = (account: Account) => {
    const { id, email, confirmedAt, factor, discordId } = account;
    const name = 'ana#0';
    const profile = { provider_id: discordId, sub: discordId, full_name: 'ana', name, email };
    return {
      ...{ id, aud: 'authenticated', role: 'authenticated', email, phone: '', is_anonymous: false },
      ...(confirmedAt && { email_confirmed_at: confirmedAt }),
      app_metadata: { provider: discordId ? 'discord' : 'email' },
      user_metadata: discordId ? profile : {},
      identities: discordId
        ? [
            {
              identity_id: randomUUID(),
              id: discordId,
              user_id: id,
              provider: 'discord',
              identity_data: profile,
            },
          ]
        : [
            {
              identity_id: randomUUID(),
              id,
              user_id: id,
              provider: 'email',
              identity_data: { email, sub: id },
            },
          ],
      factors: factor
        ? [{ id: factor.id, factor_type: 'totp', status: factor.status, friendly_name: '' }]
        : [],
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    };
  };
  async function grant(session: Session) {
    const { account, aal, method, id, startedAt } = session;
    const expiresAt = Math.floor(Date.now() / 1000) + TTL_SECONDS;
    const claims = { email: account.email, session_id: id, aal, amr: [{ method, timestamp: startedAt }] };
    const token = await new SignJWT({ ...claims, role: 'authenticated', is_anonymous: false })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(account.id)
      .setIssuer(`${url}/auth/v1`)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(SECRET);
    session.refreshToken = randomBytes(9).toString('base64url');
    return {
      ...{ access_token: token, token_type: 'bearer', expires_in: TTL_SECONDS, expires_at: expiresAt },
      ...{ refresh_token: session.refreshToken, user: userOf(account) },
    };
  }
  function start(account: Account, method: string): Session {
    const session = {
      id: randomUUID(),
      account,
      refreshToken: '',
      aal: 'aal1',
      method,
      startedAt: Math.floor(Date.now() / 1000),
    } as const;
    sessions.set(session.id, { ...session });
    return sessions.get(session.id) as Session;
  }
  async function sessionOf({ headers }: IncomingMessage): Promise<Session> {
    const token = /^Bearer ([^\s,]+)$/.exec(headers.authorization ?? '')?.[1];
    if (!token) throw new Refusal(401, 'no_authorization');
    const { payload } = await jwtVerify(token, SECRET).catch(() => {
      throw new Refusal(403, 'bad_jwt');
    });
    const session = sessions.get(String(payload.session_id));
    if (!session) throw new Refusal(403, 'session_not_found');
    return session;
  }
  function mail(account: Account, method: string, body: Body, query: URLSearchParams): void {
    const token = randomUUID();
    const redirect = query.get('redirect_to') ?? url;
    links.set(token, { account, challenge: String(body.code_challenge), method, redirect });
    mails.push({ to: account.email, link: `${url}/auth/v1/verify?token=${token}&type=${method}` });
  }
  function signUp(body: Body): Account {
    const email = String(body.email);
    if (accounts.has(email)) throw new Refusal(422, 'user_already_exists');
    const account: Account = {
      ...{ id: randomUUID(), email, password: String(body.password), factor: null, discordId: null },
      confirmedAt: settings.autoconfirm ? new Date().toISOString() : null,
    };
    accounts.set(email, account);
    return account;
  }
  /** Redirects with a code for the browser with the verifier. */
  function redirectWithCode(flow: Flow, response: ServerResponse): void {
    const code = randomUUID();
    codes.set(code, flow);
    const back = new URL(flow.redirect);
    back.searchParams.set('code', code);
    response.writeHead(303, { location: back.href }).end();
  }
  function follow(query: URLSearchParams, response: ServerResponse): void {
    const token = query.get('token') ?? '';
    const flow = links.get(token);
    links.delete(token);
    if (flow) {
      flow.account.confirmedAt ??= new Date().toISOString();
      redirectWithCode(flow, response);
      return;
    }
    const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';
    response.writeHead(303, { location: `${allowed[0]}/?${error}` }).end();
  }
  const allowed: string[] = [];

  async function trade(grantType: string | null, body: Body) {
    if (grantType === 'password') {
      const account = accounts.get(String(body.email));
      if (!account || account.password !== body.password) throw new Refusal(400, 'invalid_credentials');
      if (!account.confirmedAt) throw new Refusal(400, 'email_not_confirmed');
      return grant(start(account, 'password'));
    }
    if (grantType === 'refresh_token') {
      const session = [...sessions.values()].find((one) => one.refreshToken === body.refresh_token);
      if (!session) throw new Refusal(400, 'refresh_token_not_found');
      return grant(session);
    }
    const flow = codes.get(String(body.auth_code));
    codes.delete(String(body.auth_code));
    if (!flow) throw new Refusal(404, 'flow_state_not_found');
    const challenge = createHash('sha256').update(String(body.code_verifier)).digest('base64url');
    if (challenge !== flow.challenge) throw new Refusal(400, 'bad_code_verifier');
    return grant(start(flow.account, flow.method));
  }
  function checkCode({ factor }: Account, code: unknown): void {
    const key = decodeBase32IgnorePadding(factor?.secret ?? '');
    const right = [-1, 0, 1].map((step) => codeAt(key, stepAt(new Date()) + step));
    if (!right.includes(String(code))) throw new Refusal(422, 'mfa_verification_failed');
  }
  function endOthers(session: Session): void {
    for (const other of sessions.values()) {
      if (other.account === session.account && other !== session) sessions.delete(other.id);
    }
  }
  function mailNonce(session: Session) {
    session.nonce = String(randomInt(100_000, 1_000_000));
    mails.push({ to: session.account.email, link: '', code: session.nonce });
    return {};
  }
  function change(session: Session, { password, nonce }: Body) {
    const { account, aal } = session;
    if (typeof password === 'string') {
      if (account.factor?.status === 'verified' && aal !== 'aal2') throw new Refusal(401, 'insufficient_aal');
      if (settings.asksAnew && nonce === undefined) throw new Refusal(400, 'reauthentication_needed');
      if (settings.asksAnew && nonce !== session.nonce) throw new Refusal(422, 'reauthentication_not_valid');
      if (password === account.password) throw new Refusal(422, 'same_password');
      account.password = password;
      endOthers(session);
    }
    return userOf(account);
  }
  function signOut(session: Session, scope: string | null) {
    if (scope !== 'local') endOthers(session);
    if (scope !== 'others') sessions.delete(session.id);
    return {};
  }
  function enroll({ account }: Session) {
    const secret = encodeBase32UpperCaseNoPadding(randomBytes(20));
    account.factor = { id: randomUUID(), secret, status: 'unverified' };
    return { id: account.factor.id, type: 'totp', totp: { qr_code: '<svg/>', secret, uri: 'otpauth://' } };
  }

  async function answer(request: IncomingMessage, body: Body, query: URLSearchParams, path: string) {
    const account = accounts.get(String(body.email));
    switch (`${request.method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`) {
      case 'GET /settings':
        return {
          external: { email: true, discord: settings.discord },
          mailer_autoconfirm: settings.autoconfirm,
        };
      case 'GET /health':
        return { name: 'GoTrue' };
      case 'GET /.well-known/jwks.json':
        return { keys: [] };
      case 'POST /signup': {
        const made = signUp(body);
        if (settings.autoconfirm) return grant(start(made, 'password'));
        mail(made, 'signup', body, query);
        return userOf(made);
      }
      case 'POST /recover':
        if (account) mail(account, 'recovery', body, query);
        return {};
      case 'POST /token':
        return trade(query.get('grant_type'), body);
      case 'GET /user':
        return userOf((await sessionOf(request)).account);
      case 'PUT /user':
        return change(await sessionOf(request), body);
      case 'GET /reauthenticate':
        return mailNonce(await sessionOf(request));
      case 'POST /logout':
        return signOut(await sessionOf(request), query.get('scope'));
      case 'POST /factors':
        return enroll(await sessionOf(request));
      case 'POST /factors/:id/challenge':
        await sessionOf(request);
        return { id: randomUUID(), type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 };
      case 'POST /factors/:id/verify': {
        const session = await sessionOf(request);
        checkCode(session.account, body.code);
        if (session.account.factor) session.account.factor.status = 'verified';
        session.aal = 'aal2';
        return grant(session);
      }
      default:
        throw new Refusal(404, 'not_found');
    }
  }
  /** Consents automatically, like Discord for users who have consented before. */
  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const email = 'ana@discord.example';
    const account = accounts.get(email) ?? signUp({ email, password: randomUUID() });
    Object.assign(account, { confirmedAt: new Date().toISOString(), discordId: '80351110224678912' });
    const [redirect, challenge] = [query.get('redirect_to') ?? url, query.get('code_challenge') ?? ''];
    redirectWithCode({ account, challenge, method: 'oauth', redirect }, response);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('access-control-allow-methods', '*');
    response.setHeader('access-control-expose-headers', 'x-supabase-api-version');
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const path = pathname.replace('/auth/v1', '');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (path === '/verify') return follow(searchParams, response);
    if (path === '/authorize') return authorize(searchParams, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      if (request.headers.apikey !== KEY) throw new Refusal(401, 'no_api_key');
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
      const answered = await answer(request, body, searchParams, path);
      response.writeHead(path === '/logout' ? 204 : 200, { 'content-type': 'application/json' });
      response.end(path === '/logout' ? undefined : JSON.stringify(answered));
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: 'unexpected_failure' };
      response.setHeader('x-supabase-api-version', '2024-01-01');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code, message: `GoTrue says ${code}` }));
    }
  }

  const dir = makeTempDir();
  const { key, cert } = makeCertificate();
  const certificateFile = join(dir.path, 'certificate.pem');
  writeFileSync(certificateFile, cert);
  const server = createServer({ key, cert }, (request, response) => void handle(request, response));
  await once(server.listen(port, 'localhost'), 'listening');
  return {
    /** The settings of a product that uses this provider. */
    env: { IDENTITY_URL: url, IDENTITY_KEY: KEY, NODE_EXTRA_CA_CERTS: certificateFile },
    url,
    mails,
    sessions,
    /** Allows redirects to the product's site, where invalid links lead. */
    serve: (site: string) => void allowed.push(site),
    /** The newest link that was mailed to an address. */
    linkTo: (email: string) => mails.findLast(({ to }) => to === email)?.link ?? '',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      dir.remove();
    },
  };
}
