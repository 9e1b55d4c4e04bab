/** The business constants of the product. Free of dependencies, so that every page may import them. */
export const CATEGORIES = ['Tops', 'Bottoms', 'Outerwear', 'Footwear', 'Accessories'] as const;
export const CONDITIONS = ['New/Never worn', 'Gently used', 'Used', 'Very worn'] as const;

/** Sort orders of the grid; the first is the default. */
export const SORTS = ['bumped', 'newest', 'price-asc', 'price-desc'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * Query parameters of the grid, in the order in which the client writes them. The page's URL and the REST
 * contract share them.
 */
export const GRID_PARAMS = [
  'brand',
  'q',
  'category',
  'condition',
  'size',
  'minPrice',
  'maxPrice',
  'sold',
  'seller',
  'not',
  'sort',
] as const;

/** Those of them that may be repeated. */
export const REPEATED_PARAMS: readonly string[] = ['size'];

/** A character that a reader sees can be an emoji or letter of many parts: most are far lighter. */
const BYTES_PER_CHARACTER = 32;
/** In texts longer than a title, in which heavy characters are rare. */
const BYTES_PER_CHARACTER_OF_LONG = 8;
const SHORT_MAX = 100;
/** Maximum UTF-8 bytes of a text of up to `max` characters. */
export function maxBytesOf(max: number): number {
  return max * (max > SHORT_MAX ? BYTES_PER_CHARACTER_OF_LONG : BYTES_PER_CHARACTER);
}

/** In graphemes, inclusive; `images` is the number of pictures. */
export const LISTING_LIMITS = { title: 100, brand: 50, size: 5, images: 8 } as const;
export const WANTED_LIMITS = { title: 100, brand: 50, size: 10 } as const;
export const DESCRIPTION_MAX = 1_500;
/** Listings that a member can save. */
export const SAVED_MAX = 1_000;
/** A seller sees how many members saved a listing from this many on, so that the number points to no one. */
export const SAVED_COUNT_MIN = 3;
/** How long a removed listing stays among the saved ones. */
export const SAVED_REMOVED_DAYS = 30;
/** A price drop of this many percent notifies those who saved the listing. */
export const SAVED_DROP_PERCENT = 5;
/** Searches that a member can save, and characters of their names. */
export const SAVED_SEARCHES_MAX = 50;
export const SEARCH_NAME_MAX = 80;
/** Up to this many new listings of a saved search are counted. */
export const NEW_FINDS_MAX = 100;
/** Words and sellers that one search can leave out. */
export const LEFT_OUT_MAX = 10;
/** How far back the preview of a search looks. */
export const PREVIEW_DAYS = 30;
/** A member is alerted again to a listing that costs at least this many percent less than they were told. */
export const ALERT_DROP_PERCENT = 10;
/** When the daily alerts are mailed, in the instance's time zone. */
export const DAILY_ALERTS_HOUR = 18;
/** Listings and sellers that a member can mark as 'Not interested'. */
export const DISMISSALS_MAX = 1_000;
export const PRICE_MAX = 10_000_000;
export const SALE_UNDO_MINUTES = 10;
/** A discount of this many percent, rounded, bumps the listing. */
export const DISCOUNT_BUMP_PERCENT = 10;
/** A discount is compared with the lowest price of this many days. */
export const LOWEST_PRICE_DAYS = 30;

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
/**
 * Days between two changes of a username, and days for which the old name is reserved and redirects to the
 * new one.
 */
export const USERNAME_CHANGE_DAYS = 7;
export const USERNAME_RESERVED_DAYS = 30;

export const MESSAGE_MAX = 4_000;
/** Escaped and in its envelope, a message still fits into one packet of the live protocol. */
export const MESSAGE_MAX_BYTES = maxBytesOf(MESSAGE_MAX);
/** The highest `seq` that a request may name; no conversation gets that far. */
export const SEQ_MAX = 2 ** 31 - 1;
/** How long a message can be edited and unsent after it was sent. */
export const MESSAGE_CHANGE_MINUTES = 15;
/** How long an offer is open, and how long an accepted one holds the listing for its buyer. */
export const OFFER_HOURS = 48;
export const HOLD_HOURS = 48;
/** Hours for which a seller may hold a listing. */
export const HOLD_CHOICES = [24, 48, 72] as const;
/** The most members in the line of a listing on hold. */
export const LINE_MAX = 100;
/** Offers in one conversation within 24 hours, by both members. */
export const OFFERS_PER_DAY = 5;
/** How long a member can confirm a deal. */
export const DEAL_ANSWER_DAYS = 14;
/** Characters of a vouch and of its answer, inclusive. */
export const VOUCH_MAX = 280;
/** How long after a deal its members can vouch, and how long a vouch without its counterpart stays hidden. */
export const VOUCH_DAYS = 60;
/** How old both accounts and the item of a deal must be before it counts. */
export const TRUST_AGE_HOURS = 24;
export const VOUCH_BLIND_DAYS = 14;
/** Characters of what a business seller declares, inclusive. */
export const BUSINESS_LIMITS = { name: 100, address: 300, registerNumber: 100 } as const;
/** How often a message can be edited: reports include all its versions. */
export const MESSAGE_EDITS_MAX = 20;
/** How long the earlier versions of edited and unsent messages are stored, for reports only. */
export const ORIGINALS_DAYS = 30;
/** The most item events that one conversation shows. */
export const ITEM_EVENTS_MAX = 100;
/** How long the end of an open thread must be visible before it counts as read, in milliseconds. */
export const READ_DELAY_MS = 1_000;
/** How long a member counts as typing after the last typing event, in milliseconds. */
export const TYPING_MS = 5_000;
/**
 * How often the typing event repeats while a member types: less than `TYPING_MS`, so that the indicator does
 * not flicker.
 */
export const TYPING_REPEAT_MS = 3_000;
/** How long matches must be on a visible page before they count as seen, in milliseconds. */
export const SEEN_DELAY_MS = 1_000;
/** How long delivery receipts are collected before they are sent as one report, in milliseconds. */
export const DELIVERED_DELAY_MS = 300;
/** The most conversations in one delivery report. */
export const DELIVERED_CONVERSATIONS_MAX = 100;
/** The most conversations in one `sync`, and messages in its ack. */
export const SYNC_CONVERSATIONS_MAX = 1_000;
export const SYNC_MESSAGES_MAX = 500;
/** Characters of a message search, inclusive. */
export const MESSAGE_SEARCH_MIN = 2;
export const MESSAGE_SEARCH_MAX = 100;
/** Characters of a conversation's last message in lists, which show `PREVIEW_MAX` of them. */
export const LAST_MESSAGE_MAX = 200;
export const PREVIEW_MAX = 35;
export const PREVIEW_TITLE_MAX = 25;

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of uploaded pictures. */
export const LISTING_PHOTO_MAX_BYTES = 50 * MEBIBYTE;
export const PROFILE_PICTURE_MAX_BYTES = 10 * MEBIBYTE;
export const CHAT_IMAGE_MAX_BYTES = 10 * MEBIBYTE;
/** Pixels per side. */
export const PROFILE_PICTURE_SIDE = 400;
export const IMAGE_WIDTHS = [320, 640, 1080, 1800] as const;

export const PAGE_DEFAULT = 60;
export const PAGE_MAX = 100;
/**
 * Search results are counted up to this number; above it, `X-Total-Count` is this and `X-Total-Count-Capped`
 * is true.
 */
export const COUNT_MAX = 1_000;

/** Displayed as the name of a member who has deleted their account. */
export const DELETED_USER = 'deleted user';

/**
 * How long the server stores public events, to replay them to a page that connects some time after it was
 * rendered.
 */
export const REPLAY_MS = 60_000;

export const API_KEYS_MAX = 10;
export const API_KEY_NAME_MAX = 60;
/** How many days a key may be valid for; without any, it never expires. */
export const API_KEY_DAYS = [30, 90, 365] as const;
/** How many updates one request can mark as read. */
export const READ_AT_ONCE_MAX = 100;
