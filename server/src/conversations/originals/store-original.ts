import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import type { MessageRow } from '../queries.ts';
import { insertOriginal } from './queries.ts';

/** Stores the content of a message before an edit or unsend. Only reports use it, and it expires. */
export async function storeOriginal(tx: Tx, message: MessageRow, replacedAt: Date): Promise<void> {
  await insertOriginal(tx, {
    id: uuidv7(),
    messageId: message.id,
    senderId: message.sender.id,
    content: message.content,
    photoKey: message.image?.key ?? null,
    writtenAt: message.editedAt ?? message.createdAt,
    replacedAt,
  });
}
