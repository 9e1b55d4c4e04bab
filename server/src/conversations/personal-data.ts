import { basename } from 'node:path';
import { pictureFile } from '../core/media-url.ts';
import { LOWEST_ID } from '../core/paging.ts';
import { jsonFile, jsonListFile, type PersonalFile, type PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import { ROLES } from '../db/inbox-parts.ts';
import type { ConversationContext } from './context.ts';
import { dropImage } from './images/drop-image.ts';
import { imagesOf } from './images/queries.ts';
import { deleteOriginalsOf, originalsOf } from './originals/queries.ts';
import { releasePhotos } from './originals/release-photos.ts';
import { conversationsAbove, deleteMessages, findNeedless, holdAllOf } from './personal-queries.ts';
import { presentConversation, presentMessage } from './present.ts';
import { deleteConversation, type MessageRow, messagesAfter } from './queries.ts';

const PAGE = 100;

type Held = Pick<ConversationContext, 'db' | 'images'>;

/** All of somebody's conversations, in order of id: the order of the inbox changes while it is read. */
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

/** The path of a message's photo in the archive: the person's own are with their uploads, received ones here. */
const photoFile = ({ image, sender, conversationId }: MessageRow, personId: string): string | null => {
  if (!image) return null;
  return sender.id === personId
    ? pictureFile(image.key)
    : `conversations/${conversationId}/${basename(image.key)}`;
};

/** A message as the archive holds it: with the path of its photo there, since the photo's URL soon expires. */
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

/** The photos that the person has received; their own are archived with their uploads. */
async function* received({ db, images }: Held, id: string, personId: string): AsyncGenerator<PersonalFile> {
  for await (const page of pagesOf(db, id)) {
    for (const row of page) {
      const path = photoFile(row, personId);
      if (!row.image || path === null || row.sender.id === personId) continue;
      yield { path, content: images.read(row.image.key), isPacked: true };
    }
  }
}

/** Earlier versions of the person's own messages; their photos are archived with their uploads. */
async function originals(db: Database, personId: string): Promise<PersonalFile> {
  const rows = await db.read(async (conn) => originalsOf(conn, personId));
  return jsonFile(
    'message-originals.json',
    rows.map(({ photoKey, ...row }) => ({ ...row, imageFile: photoKey && pictureFile(photoKey) })),
  );
}

async function* files(held: Held, personId: string): AsyncGenerator<PersonalFile> {
  const { db } = held;
  yield jsonListFile('conversations.json', conversationsOf(db, personId));
  yield await originals(db, personId);
  for await (const page of conversationsOf(db, personId)) {
    for (const { id } of page) {
      yield jsonListFile(`conversations/${id}.json`, messages(held, id, personId));
      yield* received(held, id, personId);
    }
  }
}

/** Somebody's conversations. Deleting an account leaves them to the other person, while that one has an account. */
export const conversationsPart = (held: Held): PersonalPart => ({
  files: (personId) => files(held, personId),
  async erase(tx, personId) {
    // Locked first: so no message is added meanwhile, and the other person's account is not deleted at the same time.
    await holdAllOf(tx, personId);
    await releasePhotos(held, tx, await deleteOriginalsOf(tx, personId));
    for (const { id } of await findNeedless(tx, personId)) {
      for (const message of await imagesOf(tx, id)) await dropImage(held, tx, message);
      await deleteMessages(tx, id);
      await deleteConversation(tx, id);
    }
  },
});
