import type { ReportSubject } from '@selvedge/shared/safety/report-reasons';
import type { Conn } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import { findMessageText, lockItemText } from './subject-queries.ts';

/**
 * What a removal takes from a subject and an appeal can bring back. The photo of a message is deleted for good, so there
 * is nothing to bring back of it. A listing or WTB is locked, so that no edit comes between reading and removing it.
 */
export async function readContent(
  conn: Conn,
  subject: Exclude<ReportSubject, 'user'>,
  id: string,
): Promise<RemovedContent | null> {
  if (subject === 'vouch') return { text: null };
  if (subject === 'message') {
    const [message] = await findMessageText(conn, id);
    return message && message.messageType === 'text' && !message.unsentAt ? { text: message.text } : null;
  }
  const [item] = await lockItemText(conn, subject, id);
  return item ?? null;
}
