import type { SessionEnd } from '@selvedge/shared/platform/realtime';
import type { Session } from '@supabase/auth-js';
import { browserStorage, type StorageArea, sealStorage, storedJson, tabStorage } from '../browser-storage.ts';
import { documentLeft } from '../document-left.ts';
import { STORAGE_KEY, storedUserId } from './provider.ts';
import { claimsOf } from './token-claims.ts';

// What a browser stores for a member goes when their session is ended: here, in another tab, by a sign-out elsewhere, a new
// password, a suspension or a deletion, or when another member signs in. A session that only ran out leaves it for the next
// sign-in. A browser may learn of an end much later, and a tab has storage of its own; so each remembers its session until
// it knows how it ended.

/** The session of which the browser and each tab store data. */
const KEY = 'selvedge-session';
/** Tells the other tabs about a sign-out, which the server may not have heard of. */
const CHANNEL = 'selvedge-sign-out';
const ASK_MS = 3_000;

interface Remembered {
  userId: string;
  /** Null once it ran out: its data stays for the member, until another one signs in. */
  sessionId: string | null;
}

/** Deletes what other modules store for a member in this browser. */
let forgetMember: (userId: string) => Promise<void> = async () => undefined;

const AREAS: StorageArea[] = [browserStorage, tabStorage];
const rememberedIn = (area: StorageArea) => storedJson<Remembered>(area, KEY);

/** Whether this page has to be left. */
let hasWiped = false;

/** Deletes what this browser and this tab store for a member. The caller leaves the page, which stores nothing more. */
export async function wipe(userId: string): Promise<void> {
  hasWiped = true;
  sealStorage();
  await forgetMember(userId);
  tabStorage.clear();
  if (rememberedIn(browserStorage)?.userId === userId) browserStorage.removeItem(KEY);
  // The server refuses it; the auth client may not have asked yet.
  if (storedUserId() === userId) browserStorage.removeItem(STORAGE_KEY);
}

/** Deletes what the other tabs store for a member who signs out. */
export function wipeOtherTabs(userId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

/** Called once, at the root. */
export function onForget(forget: typeof forgetMember): void {
  forgetMember = forget;
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<string>) =>
    rememberedIn(tabStorage)?.userId === data && wipe(data).finally(() => isLeaving || location.reload());
}

async function wasEnded({ sessionId }: Remembered): Promise<boolean> {
  if (sessionId === null) return false;
  const response = await fetch(`/api/auth/sessions/${sessionId}/end`, {
    signal: AbortSignal.timeout(ASK_MS),
  });
  if (!response.ok) throw new Error('The server does not say how the session ended.');
  const { reason } = (await response.json()) as SessionEnd;
  return reason !== null && reason !== 'expired';
}

async function settleAll(current: string | null): Promise<void> {
  const all = AREAS.map((area) => ({ area, remembered: rememberedIn(area) }));
  for (const { area, remembered } of all) {
    if (!remembered || remembered.userId === current) continue;
    // Someone else may use this browser now. Without an answer, the next page asks again.
    const isEnded = current !== null || (await wasEnded(remembered).catch(() => null));
    if (isEnded) {
      await wipe(remembered.userId);
      return;
    }
    if (isEnded === false && rememberedIn(area)?.sessionId === remembered.sessionId)
      area.setItem(KEY, JSON.stringify({ ...remembered, sessionId: null } satisfies Remembered));
  }
}

let settling: Promise<void> | null = null;
let isLeaving = false;

/** Called by what leaves the page because the session ends: it alone decides where to. */
export function startLeaving(): void {
  isLeaving = true;
  documentLeft();
}

/**
 * Wipes what is stored of a session that was ended, or of another member, and asks no more about one that ran out.
 * @param current the user whose session is stored; null if there is none
 * @returns whether something was wiped: the caller leaves the page
 */
export async function settleEnded(current: string | null): Promise<boolean> {
  if (hasWiped) return true;
  settling ??= settleAll(current).finally(() => {
    settling = null;
  });
  await settling;
  return hasWiped;
}

/** Like `settleEnded`, and reloads the page if something was wiped. */
export async function leaveEnded(current: string | null): Promise<void> {
  // What could not be deleted, the next page tries again.
  if ((await settleEnded(current).catch(() => false)) && !isLeaving) location.reload();
}

/** Called with the session of the member whose data is stored from now on. */
export function rememberSession({ user, access_token }: Session): void {
  void leaveEnded(user.id);
  const remembered: Remembered = { userId: user.id, sessionId: claimsOf(access_token).session_id };
  for (const area of AREAS) area.setItem(KEY, JSON.stringify(remembered));
}
