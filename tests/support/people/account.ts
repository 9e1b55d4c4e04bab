import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations';
import type { Listing, Upload } from '@selvedge/shared/listings';
import { GoTrueClient } from '@supabase/auth-js';
import { connectChecked } from '../contract/traffic.ts';
import type { Client } from '../servers/live-server.ts';

export const PASSWORD = 'raw denim, soaked once';

/**
 * Signs up a member of a running product whose accounts need no confirmation, with the unmodified Supabase
 * client.
 */
export async function signUp(url: string, name = 'member') {
  const auth = new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false });
  const email = `${name}-${randomUUID().slice(0, 8)}@example.com`;
  const { data, error } = await auth.signUp({ email, password: PASSWORD });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  let token = data.session.access_token;

  async function request(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
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
    id: data.user.id,
    email,
    auth,
    get token() {
      return token;
    },
    /** Exchanges the refresh token for a new access token. */
    async renew(): Promise<void> {
      const renewed = await auth.refreshSession();
      if (renewed.error || !renewed.data.session) throw renewed.error ?? new Error('no session');
      token = renewed.data.session.access_token;
    },
    request,
    call,
    async list(picture: Blob, title = 'Type II trucker'): Promise<Listing> {
      const form = new FormData();
      form.set('image', picture, 'front.jpg');
      const upload = await call<Upload>('POST', '/api/uploads/listings', form);
      return call<Listing>('POST', '/api/listings', {
        title,
        brand: 'Kapital',
        category: 'Outerwear',
        size: 'L',
        condition: 'Used',
        price: '365',
        images: [upload.url],
      });
    },
    openConversation: (listing: Listing) =>
      call<Conversation>('POST', '/api/conversations', {
        sellerId: listing.sellerId,
        listingId: listing.id,
        isWTB: false,
      }),
    connect: (): Client => connectChecked(url, { auth: { token } }),
  };
}
