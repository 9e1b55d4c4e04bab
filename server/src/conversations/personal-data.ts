import { basename } from 'node:path';
import type { Ctx } from '../platform/core/ctx.ts';
import { pictureFile } from '../platform/core/media-url.ts';
import { inPages, LOWEST_ID } from '../platform/core/paging.ts';
import {
  jsonFile,
  jsonListFile,
  type PersonalFile,
  type PersonalPart,
} from '../platform/core/personal-part.ts';
import type { Database } from '../platform/db/database.ts';
import { ROLES } from '../platform/db/inbox-parts.ts';
import { dropImage } from './images/drop-image.ts';
import { imagesOf } from './images/queries.ts';
import { deleteOriginalsOf, originalsOf } from './originals/queries.ts';
import { releasePhotos } from './originals/release-photos.ts';
import { conversationsAbove, deleteMessages, findDisposable } from './personal-queries.ts';
import { presentConversation, presentMessage } from './present.ts';
import { deleteConversation, type MessageRow, messagesAfter } from './queries.ts';

const PAGE = 100;

/** All conversations of a member, ordered by id, because the inbox order changes while it is read. */
async function* conversationsOf(db: Database, memberId: string) {
  for (const role of ROLES) {
    const read = (above: string, limit: number) =>
      db.read(async (conn) => conversationsAbove(conn, role, { memberId, above, limit }));
    for await (const rows of inPages(LOWEST_ID, PAGE, read, ({ conversation }) => conversation.id)) {
      yield rows.map((row) => presentConversation(row, memberId));
    }
  }
}

/** Sent photos are with the uploads, received ones with the conversation. */
const photoFile = ({ image, sender, conversationId }: MessageRow, memberId: string): string | null => {
  if (!image) return null;
  return sender.id === memberId
    ? pictureFile(image.key)
    : `conversations/${conversationId}/${basename(image.key)}`;
};

/** A message in the archive, with the path of its photo instead of the URL, which expires soon. */
function archived(row: MessageRow, memberId: string, images: Ctx['media']['chatImages']) {
  const { imageUrl: _, ...message } = presentMessage(row, memberId, images);
  return { ...message, imageFile: photoFile(row, memberId) };
}

const pagesOf = (db: Database, id: string): AsyncGenerator<MessageRow[]> => {
  const read = (after: number, limit: number) => db.read((conn) => messagesAfter(conn, { id, after, limit }));
  return inPages(0, PAGE, read, ({ seq }) => seq);
};

async function* messages({ db, media }: Ctx, id: string, memberId: string) {
  for await (const page of pagesOf(db, id))
    yield page.map((row) => archived(row, memberId, media.chatImages));
}

async function* received({ db, media }: Ctx, id: string, memberId: string): AsyncGenerator<PersonalFile> {
  for await (const page of pagesOf(db, id)) {
    for (const row of page) {
      const path = photoFile(row, memberId);
      if (!row.image || path === null || row.sender.id === memberId) continue;
      yield { path, content: media.chatImages.read(row.image.key), isCompressed: true };
    }
  }
}

/** Earlier versions of the member's messages; their photos are archived with their uploads. */
async function originals(db: Database, memberId: string): Promise<PersonalFile> {
  const rows = await db.read(async (conn) => originalsOf(conn, memberId));
  return jsonFile(
    'message-originals.json',
    rows.map(({ photoKey, ...row }) => ({ ...row, imageFile: photoKey && pictureFile(photoKey) })),
  );
}

async function* files(ctx: Ctx, memberId: string): AsyncGenerator<PersonalFile> {
  const { db } = ctx;
  yield jsonListFile('conversations.json', conversationsOf(db, memberId));
  yield await originals(db, memberId);
  for await (const page of conversationsOf(db, memberId)) {
    for (const { id } of page) {
      yield jsonListFile(`conversations/${id}.json`, messages(ctx, id, memberId));
      yield* received(ctx, id, memberId);
    }
  }
}

/** After account deletion they remain for the other participant, if that member still has an account. */
export function conversationsPart(ctx: Ctx): PersonalPart {
  return {
    files: (memberId) => files(ctx, memberId),
    async erase(tx, memberId) {
      await releasePhotos(ctx, tx, await deleteOriginalsOf(tx, memberId));
      for (const { id } of await findDisposable(tx, memberId)) {
        for (const message of await imagesOf(tx, id)) await dropImage(ctx, tx, message);
        await deleteMessages(tx, id);
        await deleteConversation(tx, id);
      }
    },
  };
}
