import { randomBytes } from 'node:crypto';
import { foldLetters } from '@selvedge/shared/platform/fold';
import { IMAGE_WIDTHS } from '@selvedge/shared/platform/limits';
import { mediaUrl } from '../core/media-url.ts';
import { instanceFileKeys, isInstanceKey, mainKey } from './instance-key.ts';

const NAME_MAX = 40;
const WIDEST = Math.max(...IMAGE_WIDTHS);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(
  `^${UUID}/\\d{13}-[0-9a-f]{32}-[a-z0-9]+(?:-[a-z0-9]+)*-(?:${IMAGE_WIDTHS.join('|')})\\.webp$`,
);

const CHAT = new RegExp(
  `^chatimages/${UUID}/\\d{13}_[0-9a-f]{32}-[a-z0-9]+(?:-[a-z0-9]+)*-(?:${IMAGE_WIDTHS.join('|')})\\.webp$`,
);

const PORTRAIT = new RegExp(`^profiles/${UUID}/profile-\\d{13}\\.png$`);

/** A file name reduced to characters that need no escaping in any store or URL. */
const safeName = (name: string): string =>
  foldLetters(name.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replace(/^-+|-+$/g, '') || 'photo';

const newName = (name: string): string =>
  `${randomBytes(16).toString('hex')}-${safeName(name)}-${WIDEST}.webp`;

/** The key of the widest variant of a new listing photo; unguessable. */
export function newPhotoKey(ownerId: string, name: string, at: Date): string {
  return `${ownerId}/${at.getTime()}-${newName(name)}`;
}

export function newChatImageKey(conversationId: string, name: string, at: Date): string {
  return `chatimages/${conversationId}/${at.getTime()}_${newName(name)}`;
}

export function variantKey(key: string, width: number): string {
  return key.replace(/-\d+\.webp$/, `-${width}.webp`);
}

/** The key of a new profile picture. A member's uploads of these are serialized, so the time is unique. */
export function newPortraitKey(ownerId: string, at: Date): string {
  return `profiles/${ownerId}/profile-${at.getTime()}.png`;
}

export function isPortraitKey(text: string): boolean {
  return PORTRAIT.test(text);
}
/** Whether a text is the key of a photo in a conversation, which only its two members may see. */
export function isChatImageKey(text: string): boolean {
  return CHAT.test(text);
}

export function fileKeys(key: string): string[] {
  if (isInstanceKey(key)) return instanceFileKeys(key);
  return isPortraitKey(key) ? [key] : IMAGE_WIDTHS.map((width) => variantKey(key, width));
}

export function sourceOfPreview(text: string): string | null {
  const key = text.replace(/-1080\.jpg$/, '-1080.webp');
  return key !== text && KEY.test(key) ? key : null;
}

/** Whether a text has the form of our keys, and so cannot name a file outside the store. */
export function isMediaKey(text: string): boolean {
  return KEY.test(text) || isPortraitKey(text) || isChatImageKey(text) || isInstanceKey(text);
}

/** The key by which the same picture is known in the database: that of its largest file. */
export function widestKey(key: string): string {
  return isInstanceKey(key) ? mainKey(key) : variantKey(key, WIDEST);
}

export function portraitKeyOfUrl(url: string, ownerId: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length);
  const isTheirs = isPortraitKey(key) && key.startsWith(`profiles/${ownerId}/`);
  return url.startsWith(prefix) && isTheirs ? key : null;
}

export function keyOfUrl(url: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length);
  return url.startsWith(prefix) && KEY.test(key) && variantKey(key, WIDEST) === key ? key : null;
}

/** The key in the URL of a photo in this conversation, whichever viewer the URL is for, or `null`. */
export function chatImageKeyOfUrl(url: string, conversationId: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length).replace(/\?.*$/, '');
  const isOfConversation = isChatImageKey(key) && key.startsWith(`chatimages/${conversationId}/`);
  return url.startsWith(prefix) && isOfConversation && widestKey(key) === key ? key : null;
}
