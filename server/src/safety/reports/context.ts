import type { ReportSubject } from '@selvedge/shared/safety/report-reasons';
import type { Actor } from '../../platform/core/actor.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Conn, Database, Tx } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { ChatImages } from '../../platform/media/chat-images.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import type { ReportLinks } from './links.ts';

type Removable = Exclude<ReportSubject, 'user'>;

interface Removed extends RemovedContent {
  id: string;
  ownerId: string;
}

export interface Reporting {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  publish: Pick<Publish, 'toPerson'>;
  /** The name and look of the pages of mailed links. */
  settings: Pick<LiveSettings, 'current'>;
  /** The confirmed address of a member, also while they are suspended; null without one. */
  noticeAddressOf(conn: Conn, userId: string): Promise<string | null>;
  links: ReportLinks;
  /** Permanent, for a reason that the owner reads. Throws not_found when the subject no longer exists. */
  takeDown: Record<Removable, (tx: Tx, actor: Actor, id: string, reason: string) => Promise<unknown>>;
  /** Each returns whether it could bring back what `takeDown` removed. */
  putBack: Record<Removable, (tx: Tx, removed: Removed) => Promise<boolean>>;
  images: Pick<ChatImages, 'urlFor'>;
  /** Reads at once which photos are withheld, after a change. */
  refreshWithheld(): Promise<void>;
  /** Suspends a member until then; null: until it is lifted. @returns whether they have an account here. */
  suspend(tx: Tx, userId: string, until: Date | null): Promise<boolean>;
  /** Unless a later end is in force; `others`, the ends of other suspensions, then apply. Null: no end. */
  endSuspension(tx: Tx, userId: string, until: Date | null, others: (Date | null)[]): Promise<void>;
}
