import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { jsonFile } from '../../platform/core/personal-part.ts';
import { presentChannel } from './change-channel.ts';
import {
  deleteAllOf,
  deleteOwn,
  deletePostsBefore,
  endLeases,
  listChannels,
  wakeForgotten,
} from './queries.ts';
import { discordOf } from './queue.ts';
import { discordQueue } from './queue-kind.ts';
import { itemsChanged, listingChanged, searchMatched, wantedChanged } from './record-changes.ts';
import { discordRoutes } from './routes.ts';

const DAY = 86_400_000;
/** How long the post of an item is brought up to date. */
const POST_DAYS = 365;

/** Posts new items in channels at Discord, and edits and deletes these posts as the items change. */
export const discord: Feature = {
  name: 'discord',
  endpoints: discordRoutes,
  on: {
    'listing changed': listingChanged,
    'wanted changed': wantedChanged,
    'items of member changed': itemsChanged,
    'search matched': searchMatched,
    // An intruder may have added it, to read its owner's alerts.
    'keys ended': async (_, tx, { memberId, areAll }) => {
      if (areAll) await deleteOwn(tx, memberId);
    },
  },
  jobs: [
    every(5_000, ({ db }) => db.transact(async (tx) => wakeForgotten(tx, new Date()))),
    hourly('discord posts', ({ db }) =>
      db.transact(async (tx) => deletePostsBefore(tx, new Date(Date.now() - POST_DAYS * DAY))),
    ),
  ],
  personalData: ({ db }) => ({
    async *files(memberId) {
      const channels = await db.read(async (conn) => listChannels(conn, memberId));
      yield jsonFile('discord-channels.json', channels.map(presentChannel));
    },
    erase: (tx, memberId) => deleteAllOf(tx, memberId),
  }),
  queues: [discordQueue],
  async start(ctx) {
    ctx.onClose('discord', discordOf(ctx).close);
    // SQLite has one process: those of an earlier one have ended with it.
    if (ctx.db.dialect === 'sqlite') await ctx.db.transact(async (tx) => endLeases(tx));
  },
};
