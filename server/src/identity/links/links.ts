import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { LINK_LASTS_MS } from '../../platform/mail/templates.ts';
import type { Provider } from '../context.ts';
import { insertLink, type LinkRow } from '../queries.ts';

const TOKEN_BYTES = 32;

/** The hash under which a link is stored: only the mail contains its token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

type NewLink = Pick<LinkRow, 'userId' | 'type'> &
  Partial<
    Pick<
      LinkRow,
      'passwordHash' | 'userMetadata' | 'consent' | 'target' | 'newEmail' | 'isLast' | 'createdAt'
    >
  >;

/** Creates a link that works once, within the hour. @returns its URL, for the mail only. */
export async function makeLink({ config }: Provider, tx: Tx, link: NewLink): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = new Date();
  await insertLink(tx, {
    passwordHash: null,
    userMetadata: null,
    consent: null,
    target: null,
    newEmail: null,
    isLast: false,
    expiresAt: new Date(now.getTime() + LINK_LASTS_MS),
    createdAt: now,
    ...link,
    hash: hashToken(token),
  });
  return `${config.publicUrl}/auth/v1/verify?token=${token}&type=${link.type}`;
}
