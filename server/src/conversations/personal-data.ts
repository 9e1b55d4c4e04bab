import { basename } from 'node:path';
import type { Database } from '../db/database.ts';
import { ROLES } from '../db/inbox-parts.ts';
import { LOWEST_ID } from '../paging.ts';
import { jsonListFile, type PersonalFile, type PersonalPart } from '../personal-data/part.ts';
import { pictureFile } from '../uploads/media-url.ts';
import type { Conversing } from './context.ts';
import { dropImage } from './images/drop-image.ts';
import { imagesOf } from './images/queries.ts';
import { conversationsAbove, deleteMessages, findNeedless, holdAllOf } from './personal-queries.ts';
import { presentConversation, presentMessage } from './present.ts';
import { deleteConversation, type MessageRow, messagesAfter } from './queries.ts';

const PAGE = 100;

type Held = Pick<Conversing, 'db' | 'images'>;

/** All of somebody's conversations; not as the inbox has them, which moves while it is read. */
async function* conversationsOf(db: Database, personId: string) {
  for (const role of ROLES) {
    let above = LOWEST_ID;
    let isMore = true;
    while (isMore) {
      const place = { personId, above, limit: PAGE };
      const rows = await db.read(async (conn) => conversationsAbove(conn, role, place));
      yield rows.map((row) => presentConversation(row, personId));
      above = rows.at(-1)?.conversation.id ?? above;
      isMore = rows.length === PAGE;
    }
  }
}

/** Where the photo of a message lies in the archive: what was received lies with its conversation. */
const photoFile = ({ image, sender, conversationId }: MessageRow, personId: string): string | null => {
  if (!image) return null;
  return sender.id === personId
    ? pictureFile(image.key)
    : `conversations/${conversationId}/${basename(image.key)}`;
};

/** A message as it is in the archive: its photo is a file there, since its address is good for minutes only. */
function archived(row: MessageRow, personId: string, images: Held['images']) {
  const { imageUrl: _, ...message } = presentMessage(row, personId, images);
  return { ...message, imageFile: photoFile(row, personId) };
}

async function* pagesOf(db: Database, id: string): AsyncGenerator<MessageRow[]> {
  let after = 0;
  for (;;) {
    const page = await db.read((conn) => messagesAfter(conn, { id, after, limit: PAGE }));
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}

async function* messages({ db, images }: Held, id: string, personId: string) {
  for await (const page of pagesOf(db, id)) yield page.map((row) => archived(row, personId, images));
}

/** The photos that they were sent; their own come with all that they have uploaded. */
async function* received({ db, images }: Held, id: string, personId: string): AsyncGenerator<PersonalFile> {
  for await (const page of pagesOf(db, id)) {
    for (const row of page) {
      const path = photoFile(row, personId);
      if (!row.image || path === null || row.sender.id === personId) continue;
      yield { path, content: images.read(row.image.key), isPacked: true };
    }
  }
}

async function* files(held: Held, personId: string): AsyncGenerator<PersonalFile> {
  const { db } = held;
  yield jsonListFile('conversations.json', conversationsOf(db, personId));
  for await (const page of conversationsOf(db, personId)) {
    for (const { id } of page) {
      yield jsonListFile(`conversations/${id}.json`, messages(held, id, personId));
      yield* received(held, id, personId);
    }
  }
}

/** What somebody has said and was told. It stays for the other person, as long as there is one. */
export const conversationsPart = (held: Held): PersonalPart => ({
  files: (personId) => files(held, personId),
  async erase(tx, personId) {
    // What is needless is asked of what nobody can write to any more, and whose other person cannot leave beside this.
    await holdAllOf(tx, personId);
    for (const { id } of await findNeedless(tx, personId)) {
      for (const message of await imagesOf(tx, id)) await dropImage(held, tx, message);
      await deleteMessages(tx, id);
      await deleteConversation(tx, id);
    }
  },
});
