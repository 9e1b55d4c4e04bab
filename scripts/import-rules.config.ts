import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

// Imports flow one way: shared → feature → the root that composes them. Features may import from each other only the
// files named here.
const SERVER_FEATURES =
  'identity|users|listings|wanted|conversations|uploads|mail|personal-data|blocks|reports|admin-log|matching|presence|item-events|notifications|metrics|pages|docs|kept|nodes|upkeep';
const WEB_FEATURES = 'identity|users|listings|wanted|conversations|safety|matching|notifications|figures';

/** The files that a server feature may import from another one. */
const SERVER_FACES = [
  '^server/src/users/(present|columns|ensure-user|deleted|find-user|set-admin)\\.ts$',
  '^server/src/uploads/(media-url|claim-uploads|release-uploads|portraits|chat-images)\\.ts$',
  '^server/src/mail/(mailer|templates|goodbye|matches|unread)\\.ts$',
  // Unsubscribing from a kind of mails.
  '^server/src/mail/unsubscribe/(routes|token)\\.ts$',
  '^server/src/personal-data/part\\.ts$',
  // Blocks, and the log of what admins did, concern many features.
  '^server/src/blocks/(find-block|queries)\\.ts$',
  '^server/src/admin-log/record-deed\\.ts$',
  // Events of an item are recorded by the feature that causes them.
  '^server/src/item-events/record-item-event\\.ts$',
  // The items of a restored member are matched again.
  '^server/src/matching/queries\\.ts$',
  // Matches show listings and requests.
  '^server/src/(listings|wanted)/present\\.ts$',
  // How secrets are sealed for storage.
  '^server/src/identity/sealed\\.ts$',
  // The metrics wrap these to count mails and pushes.
  '^server/src/(mail/carrier|notifications/push-service)\\.ts$',
  // Cached answers, the bus between nodes, and the lease on a round of upkeep.
  '^server/src/kept/(answers|own-answers|market-version)\\.ts$',
  '^server/src/(nodes/bus|upkeep/take-turn)\\.ts$',
  // HTML pages that work without the client.
  '^server/src/identity/page\\.ts$',
];
/** The files that a web feature may import from another one. */
const WEB_FACES = [
  '^web/src/identity/(session|use-session|use-reopened|use-form-draft|next-path|leave)\\.ts$',
  // The settings page includes what belongs to the sign-in.
  '^web/src/identity/(change-email|change-password|personal-data|proof-dialog-host|two-step-tab)\\.tsx$',
  '^web/src/conversations/open\\.ts$',
  '^web/src/notifications/notifications-tab\\.tsx$',
  // The cache keys of a person's own lists.
  '^web/src/users/keys\\.ts$',
  // Blocking and reporting are offered wherever a person is shown.
  '^web/src/safety/(safety-menu|blocked-note|blocked-people)\\.tsx$',
  '^web/src/safety/reporting\\.ts$',
  // A profile shows listings and requests as their own pages do.
  '^web/src/listings/(listing-card|listing-menu)\\.tsx$',
  '^web/src/wanted/wanted-card\\.tsx$',
  // Matches are shown beside the form of a listing, and on the page and in the dialogs of requests.
  '^web/src/matching/(demand-hint\\.tsx|matches-panel\\.tsx|has-matches\\.ts)$',
];

const config: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-is-the-bottom',
      severity: 'error',
      from: { path: '^shared/src' },
      to: { pathNot: ['^shared/src', 'node_modules/zod/'] },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^web/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^server/' },
    },
    {
      name: 'server-features-stay-apart',
      severity: 'error',
      from: { path: `^server/src/(${SERVER_FEATURES})/` },
      to: {
        path: `^server/src/(${SERVER_FEATURES}|operator)/`,
        pathNot: ['^server/src/$1/', ...SERVER_FACES],
      },
    },
    {
      name: 'features-do-not-know-the-root',
      severity: 'error',
      from: { path: `^server/src/(${SERVER_FEATURES}|db)/` },
      to: { path: '^server/src/(main|server|app|hub|web)\\.ts$' },
    },
    {
      name: 'web-features-stay-apart',
      severity: 'error',
      from: { path: `^web/src/(${WEB_FEATURES})/` },
      to: { path: `^web/src/(${WEB_FEATURES}|app)/`, pathNot: ['^web/src/$1/', ...WEB_FACES] },
    },
    {
      name: 'web-lib-and-ui-are-below-features',
      severity: 'error',
      from: { path: '^web/src/(lib|ui)/' },
      to: { path: `^web/src/(${WEB_FEATURES}|app)/` },
    },
    {
      name: 'only-db-knows-the-engines',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/db/' },
      to: {
        path: 'node_modules/(better-sqlite3|pg|drizzle-orm/(better-sqlite3|node-postgres|sqlite-core|pg-core))/',
      },
    },
    {
      name: 'only-queries-know-sql',
      severity: 'error',
      from: {
        path: '^server/src',
        // `ensure-user.ts` consists of a single statement.
        pathNot: ['^server/src/db/', '[/-]queries\\.ts$', '^server/src/users/ensure-user\\.ts$'],
      },
      to: { path: 'node_modules/drizzle-orm/' },
    },
    {
      name: 'only-uploads-and-the-demo-know-pictures',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/(uploads|operator/demo)/' },
      to: { path: 'node_modules/(sharp|thumbhash|file-type)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Anchored: most packages have folders of these names, too.
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
