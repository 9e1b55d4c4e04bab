import * as z from 'zod';
import { Id } from '../platform/id.ts';
import { REQUIRED } from '../platform/input-errors.ts';
import { NEW_FINDS_MAX, SEARCH_NAME_MAX } from '../platform/limits.ts';
import { text } from '../platform/text.ts';

/** When a member is told of what a saved search finds. */
export const ALERT_MODES = ['instant', 'daily', 'off'] as const;
export type AlertMode = (typeof ALERT_MODES)[number];

/** Far more than all filters of the grid take. */
const QUERY_MAX = 2_000;

const alerts = z.enum(ALERT_MODES, 'Alerts are instant, daily or off');
const name = text({
  max: SEARCH_NAME_MAX,
  required: REQUIRED,
  tooLong: `A name can have up to ${SEARCH_NAME_MAX} characters`,
});
const query = z
  .string()
  .max(QUERY_MAX, 'This search is too long')
  .meta({ description: 'The query string of `GET /api/listings`: `brand=visvim&maxPrice=400`' });

export const NewSavedSearch = z.strictObject({
  name: name.optional().meta({ description: 'Without one, it is named after its filters' }),
  query,
  alerts,
});
export type NewSavedSearch = z.output<typeof NewSavedSearch>;

export const ChangeSavedSearch = z.strictObject({ name: name.optional(), alerts: alerts.optional() });
export type ChangeSavedSearch = z.output<typeof ChangeSavedSearch>;

export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  query: z.string().meta({ description: 'The query string of the grid, in canonical form' }),
  alerts: z.enum(ALERT_MODES),
  createdAt: z.iso.datetime(),
  newCount: z.int().meta({
    description: `Listings found since it was last opened and still for sale, up to ${NEW_FINDS_MAX}`,
  }),
  lastFoundAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().meta({ description: 'Until when changed listings were compared with it' }),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const PreviewSearch = z.strictObject({ query });
/** What a search would have found in the last 30 days. */
export const SearchPreview = z.object({
  count: z.int().meta({ description: 'Up to 1,000' }),
  newestAt: z.iso.datetime().nullable(),
  never: z.string().nullable().meta({ description: 'Why an alert for this search can never match' }),
});
export type SearchPreview = z.infer<typeof SearchPreview>;

/** What a member marked as 'Not interested': a listing or a seller. */
export const Dismissal = z.object({
  id: Id,
  listing: z.object({ id: Id, title: z.string(), brand: z.string() }).nullable(),
  seller: z.object({ id: Id, username: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type Dismissal = z.infer<typeof Dismissal>;
