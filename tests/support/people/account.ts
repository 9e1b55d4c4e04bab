import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Listing, Upload } from '@selvedge/shared/items/listings';
import type { User } from '@selvedge/shared/members/users';
import { GoTrueClient } from '@supabase/auth-js';
import type { Client } from '../clients/socket.ts';
import { connectChecked } from '../contract/traffic.ts';
import type { World } from '../world.ts';
import { uniqueName } from './conversation.ts';
import { addUpload } from './market.ts';

export const PASSWORD = 'raw denim, soaked once';

const bodyOf = (image: string, title = 'Type II trucker') => ({
  ...{ title, brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used', price: '365' },
  images: [image],
});

/** What a member does over the API of a running product. */
function callsOf(url: string, token: () => string) {
  async function request(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token()}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await request(method, path, body);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  return {
    get token() {
      return token();
    },
    request,
    call,
    openConversation: (listing: Pick<Listing, 'id' | 'sellerId'>) =>
      call<Conversation>('POST', '/api/conversations', {
        sellerId: listing.sellerId,
        listingId: listing.id,
        isWTB: false,
      }),
    connect: (): Client => connectChecked(url, { auth: { token: token() } }),
  };
}

/**
 * Signs up a member of a running product whose accounts need no confirmation, with the unmodified Supabase
 * client.
 * @param isNew the client will ask for a username; otherwise the member has kept the generated one
 */
export async function signUp(url: string, name = 'member', { isNew = false } = {}) {
  const auth = new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false });
  const email = `${name}-${randomUUID().slice(0, 8)}@example.com`;
  const { data, error } = await auth.signUp({ email, password: PASSWORD });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  let token = data.session.access_token;
  const calls = callsOf(url, () => token);
  if (!isNew) {
    const { username } = await calls.call<User>('GET', '/api/auth/user');
    await calls.call('PATCH', '/api/auth/user', { username });
  }
  return Object.assign(calls, {
    id: data.user.id,
    email,
    auth,
    async list(picture: Blob, title?: string): Promise<Listing> {
      const form = new FormData();
      form.set('image', picture, 'front.jpg');
      const upload = await calls.call<Upload>('POST', '/api/uploads/listings', form);
      return calls.call('POST', '/api/listings', bodyOf(upload.url, title));
    },
    /** Exchanges the refresh token for a new access token. */
    async renew(): Promise<void> {
      const renewed = await auth.refreshSession();
      if (renewed.error || !renewed.data.session) throw renewed.error ?? new Error('no session');
      token = renewed.data.session.access_token;
    },
  });
}

export type SignedUp = Awaited<ReturnType<typeof signUp>>;

/** Adds a member to a world, with the calls of one who signed up; without hashing a password. */
export async function joinWorld(world: World, name = 'member') {
  const { token: _, session, ...member } = await world.join(uniqueName(name));
  const calls = callsOf(world.url, () => session.access_token);
  return Object.assign(calls, member, {
    /** Lists an item whose photo has no file. */
    list: async (title?: string): Promise<Listing> =>
      calls.call('POST', '/api/listings', bodyOf(await addUpload(world.db, member.id), title)),
  });
}
export type Person = Awaited<ReturnType<typeof joinWorld>>;
