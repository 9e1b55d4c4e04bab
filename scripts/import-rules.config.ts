import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

// Imports flow one way: shared → feature → the root that composes them. A feature shows others only what is named here.
const SERVER_FEATURES =
  'identity|users|listings|wanted|conversations|uploads|mail|personal-data|blocks|reports|admin-log|matching|presence|item-events|notifications|metrics';
const WEB_FEATURES = 'identity|users|listings|wanted|conversations|safety|matching|notifications|figures';

/** What a server feature may take from another: how a person or a picture is shown, and the types it is given. */
const SERVER_FACES = [
  '^server/src/users/(present|columns|ensure-user|deleted|find-user|set-admin)\\.ts$',
  '^server/src/uploads/(media-url|claim-uploads|release-uploads|portraits|chat-images)\\.ts$',
  '^server/src/mail/(mailer|templates|goodbye|matches|unread)\\.ts$',
  // Giving up a sort of mails.
  '^server/src/mail/unsubscribe/(routes|token)\\.ts$',
  '^server/src/personal-data/part\\.ts$',
  // What is hidden from whom, and what admins did, concern many.
  '^server/src/blocks/(find-block|queries)\\.ts$',
  '^server/src/admin-log/record-deed\\.ts$',
  // What happens to an item is written down by who does it, and told by its conversations.
  '^server/src/item-events/record-item-event\\.ts$',
  // How a listing and a request are shown, for what matches.
  '^server/src/(listings|wanted)/present\\.ts$',
  // How what is secret is stored.
  '^server/src/identity/sealed\\.ts$',
  // What is counted as it passes.
  '^server/src/(mail/carrier|notifications/push-service)\\.ts$',
  // Pages that work without the client.
  '^server/src/identity/page\\.ts$',
];
/** What a web feature may take from another: who is signed in, how to open the messages, a card to show. */
const WEB_FACES = [
  '^web/src/identity/(session|use-session|use-reopened|use-form-draft|next-path|leave)\\.ts$',
  // One's settings hold what belongs to the sign-in too.
  '^web/src/identity/(change-email|change-password|personal-data|two-step-tab)\\.tsx$',
  '^web/src/conversations/open\\.ts$',
  '^web/src/notifications/notifications-tab\\.tsx$',
  // Under which key a person's own lists are held.
  '^web/src/users/keys\\.ts$',
  // What can be done against somebody stands wherever they do.
  '^web/src/safety/(safety-menu|blocked-note|blocked-people)\\.tsx$',
  '^web/src/safety/reporting\\.ts$',
  // A profile shows listings and requests as their own pages do.
  '^web/src/listings/(listing-card|listing-menu)\\.tsx$',
  '^web/src/wanted/wanted-card\\.tsx$',
  // What matches, beside the form of a listing and on the page and in the dialogs of requests.
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
        // The last two hold the one statement that their whole task is.
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
    // Ours only: most packages have a folder of that name too.
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
