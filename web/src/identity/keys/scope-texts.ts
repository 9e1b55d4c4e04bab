import type { Scope } from '@selvedge/shared/platform/scope';

/** What a key with the scope may do. */
export const SCOPE_TEXTS: Record<Scope, readonly [name: string, help: string]> = {
  read: ['Read', 'See items and profiles, and what you have saved, matched and dealt.'],
  items: ['Items', 'Post, edit, hold and remove your listings and WTBs, and upload photos.'],
  chat: ['Chat', 'Read your conversations, send messages and offers, and answer them.'],
  webhooks: ['Webhooks', 'Manage where your events are sent.'],
};
