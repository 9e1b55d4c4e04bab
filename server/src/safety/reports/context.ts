import type { ReportSubject } from '@selvedge/shared/safety/report-reasons';
import type { Actor } from '../../platform/core/actor.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Conn, Database, Tx } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/safety-tables.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { ChatImages } from '../../platform/media/chat-images.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import type { ReportLinks } from './links.ts';

type Removable = Exclude<ReportSubject, 'user'>;

interface Removed extends RemovedContent {
  id: string;
  ownerId: string;
}

/** What reports need of the rest of the product. */
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
  /**
   * Removes a subject permanently, by kind, for a reason that its owner reads. Each throws not_found when the subject no
   * longer exists.
   */
  takeDown: Record<Removable, (tx: Tx, actor: Actor, id: string, reason: string) => Promise<unknown>>;
  /** Brings back what `takeDown` removed. Each returns whether that was possible. */
  putBack: Record<Removable, (tx: Tx, removed: Removed) => Promise<boolean>>;
  /** Creates the URLs with which an admin views a message's photo. */
  images: Pick<ChatImages, 'urlFor'>;
  /** Reads at once which photos are withheld, after a change. */
  refreshWithheld(): Promise<void>;
  /** Suspends a member until then; null: until it is lifted. @returns whether they have an account here. */
  suspend(tx: Tx, userId: string, until: Date | null): Promise<boolean>;
  /**
   * Ends a suspension, unless a later end is in force.
   * @param until its end; null if it has none
   * @param others the ends of the member's other suspensions, which then apply
   */
  endSuspension(tx: Tx, userId: string, until: Date | null, others: (Date | null)[]): Promise<void>;
}
