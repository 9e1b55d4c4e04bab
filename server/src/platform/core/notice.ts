/** What a notice is about, as its recipient sees it at the moment. */
export interface NoticeAbout {
  /** The recipient's username. */
  recipient: string;
  /** The name of the other member, if the notice has one. */
  member: string;
  /** The listing as it is now; one that is gone is called 'an item', and has the list of updates as its page. */
  listing: {
    path: string;
    title: string;
    brand: string;
    price: string;
    isOnSale: boolean;
    isOnHold: boolean;
  };
  /** What the feature stored with the notice. */
  data: Readonly<Record<string, string>>;
}

/** A kind of notice, declared by the feature that emits `member notified` with its name. */
export interface NoticeKind {
  /** Its row in the table of settings. */
  label: string;
  help?: string;
  /** One sentence, which is also the push and its line in the mail. It quotes nothing that another member wrote but titles. */
  text(about: NoticeAbout): string;
  /** The path of the page that it leads to. */
  path(about: NoticeAbout): string;
  /** Several that are due and about the same member, as one push or line of a mail. Without it, each is its own. */
  bundle?(count: number, about: NoticeAbout): { text: string; path: string };
  /** Whether a newer one about the same listing replaces an unread one. */
  isReplaced?: boolean;
  /** Whether it is pushed, until the member chooses otherwise. */
  push: boolean;
  /** Whether it is mailed, until the member chooses otherwise; 'always' if its feature mails it itself, at once. */
  mail: boolean | 'always';
  /** Milliseconds between two mails to a member because of it; other mails may contain it earlier. */
  mailPause?: number;
  /** Whether it is too late for a push or a mail. Without it, it never is. */
  isOver?(about: NoticeAbout): boolean;
}

export type NoticeKinds = ReadonlyMap<string, NoticeKind & { feature: string }>;

/** A notice to emit. */
export interface NewNotice {
  userId: string;
  kind: string;
  /** The other member: while one of the two blocks the other, the notice is hidden. */
  otherId?: string;
  listingId?: string;
  /** Not pushed. */
  isQuiet?: boolean;
  data?: Record<string, string>;
}
