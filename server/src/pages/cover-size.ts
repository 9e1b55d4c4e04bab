import type { Conn } from '../platform/db/database.ts';
import { findPhotos } from './queries.ts';

const SHOWN_WIDTH = 1080;

/** In pixels. */
export interface PhotoSize {
  width: number;
  height: number;
}

/** The size of a listing's first photo at the width used in previews; smaller pictures are never enlarged. */
export async function findCoverSize(conn: Conn, listingId: string): Promise<PhotoSize | null> {
  const [row] = await findPhotos(conn, { id: listingId });
  const photo = row?.photos[0];
  if (!photo) return null;
  const width = Math.min(SHOWN_WIDTH, photo.width);
  return { width, height: Math.round((photo.height * width) / photo.width) };
}
