import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

// Imports go down: shared → platform → the nouns → what stands on them → the composition root.

/** The rooms of the server, storey by storey. */
const SERVER = [
  ['platform'],
  ['members', 'identity', 'items', 'conversations'],
  ['deals', 'notifications', 'safety', 'instance', 'pages', 'operator'],
];
/** The folders of the web client: a conversation shows deals, a profile shows items. */
const WEB = [
  ['lib'],
  ['ui'],
  ['safety', 'identity', 'notifications', 'instance'],
  ['deals'],
  ['items', 'conversations'],
  ['members'],
  ['app'],
];

/** The list of all tables, which stand with their nouns. */
const TABLE_LIST = '^server/src/platform/db/tables\\.ts$';

/** A room imports no room above it. */
const storeys = (side: 'server' | 'web', rooms: string[][]): IForbiddenRuleType[] =>
  rooms.slice(0, -1).map((storey, i) => ({
    name: `${side}-imports-go-down`,
    severity: 'error',
    from: { path: `^${side}/src/(${storey.join('|')})/`, pathNot: TABLE_LIST },
    to: {
      path: `^${side}/src/(${rooms
        .slice(i + 1)
        .flat()
        .join('|')})/`,
    },
  }));

/** Of another room, only what its `public.ts` names. The platform is there for everyone. */
const publics: IForbiddenRuleType[] = SERVER.slice(1)
  .flat()
  .map((room) => ({
    name: 'rooms-show-their-public-files',
    severity: 'error',
    from: { path: '^server/src/[a-z]+/', pathNot: [`^server/src/${room}/`, TABLE_LIST] },
    to: { path: `^server/src/${room}/`, pathNot: `^server/src/${room}/public\\.ts$` },
  }));

type Forbidden = Extract<IForbiddenRuleType, { to: unknown }>;
const forbid = (name: string, from: Forbidden['from'], to: Forbidden['to']): Forbidden => ({
  name,
  severity: 'error',
  from,
  to,
});

const config: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = {
  forbidden: [
    forbid('no-circular', {}, { circular: true }),
    forbid('no-unresolvable', {}, { couldNotResolve: true }),
    forbid(
      'shared-imports-nothing-else',
      { path: '^shared/src' },
      { pathNot: ['^shared/src', 'node_modules/zod/'] },
    ),
    forbid('server-never-imports-web', { path: '^server/src' }, { path: '^web/' }),
    forbid('web-never-imports-server', { path: '^web/src' }, { path: '^server/' }),
    ...storeys('server', SERVER),
    ...storeys('web', WEB),
    ...publics,
    forbid(
      'the-table-list-imports-tables',
      { path: TABLE_LIST },
      { pathNot: ['[/-]tables\\.ts$', '/kit\\.ts$'] },
    ),
    forbid(
      'only-operator-imports-the-root',
      { path: '^server/src/[a-z-]+/', pathNot: '^server/src/operator/' },
      { path: '^server/src/(main|start|product|features).ts$' },
    ),
    forbid(
      'only-db-imports-the-engines',
      { path: '^server/src', pathNot: '^server/src/platform/db/' },
      {
        path: 'node_modules/(better-sqlite3|pg|drizzle-orm/(better-sqlite3|node-postgres|sqlite-core|pg-core))/',
      },
    ),
    forbid(
      'only-queries-import-drizzle',
      {
        path: '^server/src',
        // `ensure-member.ts` is a single statement, so it needs no queries file.
        pathNot: [
          '^server/src/platform/db/',
          '[/-]queries\\.ts$',
          '[/-]tables\\.ts$',
          '^server/src/members/ensure-member\\.ts$',
        ],
      },
      { path: 'node_modules/drizzle-orm/' },
    ),
    forbid(
      'only-media-imports-sharp',
      { path: '^server/src', pathNot: '^server/src/platform/media/' },
      { path: 'node_modules/(sharp|thumbhash|file-type)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Anchored, because most packages have folders with these names, too.
    exclude: { path: '^(web/dist|server/build)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default'],
    },
  },
};

export default config;
