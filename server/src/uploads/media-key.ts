import { randomBytes } from 'node:crypto';
import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { foldText } from '../search-text.ts';
import { mediaUrl } from './media-url.ts';

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

/** What is left of a file's name once it holds only characters that every store and URL takes as they are. */
const safeName = (name: string): string =>
  foldText(name.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replace(/^-+|-+$/g, '') || 'photo';

const newName = (name: string): string =>
  `${randomBytes(16).toString('hex')}-${safeName(name)}-${WIDEST}.webp`;

/** The key of the widest variant of a new listing photo; nobody can guess it. */
export const newPhotoKey = (ownerId: string, name: string, at: Date): string =>
  `${ownerId}/${at.getTime()}-${newName(name)}`;

/** The same of a new photo in a conversation. */
export const newChatImageKey = (conversationId: string, name: string, at: Date): string =>
  `chatimages/${conversationId}/${at.getTime()}_${newName(name)}`;

/** The key of the same picture in another width. */
export const variantKey = (key: string, width: number): string =>
  key.replace(/-\d+\.webp$/, `-${width}.webp`);

/** The key of a new profile picture; profile pictures come one at a time. */
export const newPortraitKey = (ownerId: string, at: Date): string =>
  `profiles/${ownerId}/profile-${at.getTime()}.png`;

export const isPortraitKey = (text: string): boolean => PORTRAIT.test(text);
/** Whether it is that of a photo in a conversation, which only its two people may see. */
export const isChatImageKey = (text: string): boolean => CHAT.test(text);

/** Every file of a picture: a profile picture has one, any other one in each width. */
export const fileKeys = (key: string): string[] =>
  isPortraitKey(key) ? [key] : IMAGE_WIDTHS.map((width) => variantKey(key, width));

/** Whether a text has the form of our keys, and so names no file outside the store. */
export const isMediaKey = (text: string): boolean =>
  KEY.test(text) || isPortraitKey(text) || isChatImageKey(text);

/** The key of the widest variant of the same picture. */
export const widestKey = (key: string): string => variantKey(key, WIDEST);

/** The key that a URL names if it is that of a profile picture of this person's, or `null`. */
export function portraitKeyOfUrl(url: string, ownerId: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length);
  const isTheirs = isPortraitKey(key) && key.startsWith(`profiles/${ownerId}/`);
  return url.startsWith(prefix) && isTheirs ? key : null;
}

/** The key that a picture's URL names, or `null` when it is not the URL of a widest variant on this instance. */
export function keyOfUrl(url: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length);
  return url.startsWith(prefix) && KEY.test(key) && variantKey(key, WIDEST) === key ? key : null;
}

/** The key that the URL of a photo in this conversation names, whoever it was made for, or `null`. */
export function chatImageKeyOfUrl(url: string, conversationId: string): string | null {
  const prefix = mediaUrl('');
  const key = url.slice(prefix.length).replace(/\?.*$/, '');
  const isOfIt = isChatImageKey(key) && key.startsWith(`chatimages/${conversationId}/`);
  return url.startsWith(prefix) && isOfIt && widestKey(key) === key ? key : null;
}
