import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

// Imports go one way: shared → layers → services → features → the root that composes them.

/**
 * The foundation of everything else. `realtime` is the only layer that imports features: it composes their
 * socket handlers.
 */
const SERVER_LAYERS = 'core|http|cache|instance|jobs|nodes|observability|db|members';
/** Features use these, but these import no features. */
const SERVER_SERVICES = 'mail|uploads|push';
const SERVER_FEATURES = [
  ...['identity', 'users', 'listings', 'wanted', 'conversations', 'matching', 'notifications', 'item-events'],
  ...['offers', 'holds', 'deals', 'vouches', 'photo-matches'],
  ...['blocks', 'reports', 'businesses', 'admin-log', 'settings', 'invites', 'personal-data'],
  ...['pages', 'docs', 'backups', 'setup'],
];
const WEB_LAYERS = 'lib|ui|session';
const WEB_FEATURES = [
  ...[
    'identity',
    'users',
    'listings',
    'wanted',
    'conversations',
    'safety',
    'matching',
    'notifications',
    'figures',
  ],
  ...['offers', 'holds', 'deals', 'vouches', 'proof', 'instance', 'businesses'],
];

type Pair = [from: string, to: string, files: string];

/** What one server feature may import from another, and why. */
const SERVER_PAIRS: Pair[] = [
  // When a member is restored, their items are matched again.
  ['identity', 'matching', 'queries'],
  // Matches show listings and WTBs.
  ['matching', 'listings', 'present'],
  ['matching', 'wanted', 'present'],
  ['pages', 'listings', 'present'],
  // The page tells the client which sign-in methods this instance has.
  ['pages', 'identity', 'context'],
  // The feature that causes a log entry records it.
  ['listings', 'admin-log', 'record-admin-action'],
  ['reports', 'admin-log', 'record-admin-action'],
  ['settings', 'admin-log', 'record-admin-action'],
  ['invites', 'admin-log', 'record-admin-action'],
  // The set-up changes settings, and creates an account.
  ['setup', 'settings', 'change-settings'],
  ['setup', 'identity', 'auth-error|context'],
  // Sign-up checks whether an invitation is needed, and uses it up.
  ['identity', 'invites', 'admission'],
  ['listings', 'item-events', 'record-item-event'],
  ['wanted', 'item-events', 'record-item-event'],
  // Two members with the same photo are reported to the admins.
  ['photo-matches', 'reports', 'file-same-photo'],
  // An offer is a message, and an accepted one puts the listing on hold.
  [
    'offers',
    'conversations',
    'context|present|queries|send-message|changes/change-message|changes/queries|row-memory',
  ],
  ['offers', 'listings', 'context'],
  ['offers', 'holds', 'hold-listing|queries'],
  // A notification says that a listing has freed up.
  ['notifications', 'holds', 'notify-freed'],
  // A deal is asked about in a message.
  ['deals', 'conversations', 'context|queries|send-message|changes/change-message'],
  // A deal shows the member's own vouch.
  ['deals', 'vouches', 'present'],
  // A profile and a listing's page show how many deals and vouches a member has.
  ['users', 'vouches', 'count-trust'],
  ['listings', 'vouches', 'count-trust'],
  // A profile and a listing's page show what a business seller declares.
  ['users', 'businesses', 'read-business'],
  ['listings', 'businesses', 'read-business'],
  // The log of admins has the vouches that they removed.
  ['vouches', 'admin-log', 'record-admin-action'],
  // A member is notified when a vouch about them becomes public.
  ['vouches', 'notifications', 'post-notice'],
  // A hold is for the other member of a conversation, and announced as a change of the listing.
  ['holds', 'conversations', 'context|next-message|queries|send-message'],
  ['holds', 'listings', 'announce|context'],
];
/** What one web feature may import from another, and why. */
const WEB_PAIRS: Pair[] = [
  // Blocking and reporting are offered wherever a member is shown.
  ['conversations', 'safety', 'safety-menu|blocked-note|reporting'],
  ['listings', 'safety', 'safety-menu|visitor-report'],
  ['wanted', 'safety', 'safety-menu|visitor-report'],
  ['users', 'safety', 'safety-menu|visitor-report|blocked-note|blocked-people'],
  // Offers and holds are made in a conversation, and on the page of a listing.
  ['conversations', 'offers', 'offer-card|offer-composer|terms'],
  ['conversations', 'holds', 'hold-strip|use-hold'],
  ['offers', 'conversations', 'store/messaging'],
  ['listings', 'offers', 'make-offer'],
  ['wanted', 'offers', 'make-offer'],
  ['listings', 'holds', 'listing-hold'],
  ['holds', 'listings', 'keys'],
  // Whether a listing has a proof photo, its own call says.
  ['conversations', 'listings', 'keys'],
  // Deals are asked about where items are marked as sold or found, and confirmed in a conversation.
  ['conversations', 'deals', 'deal-question'],
  ['listings', 'deals', 'naming|naming-host|use-is-deal-made|who-button'],
  ['users', 'deals', 'naming-host'],
  ['wanted', 'deals', 'naming|naming-host|who-button'],
  // Matches are shown next to the listing form, and on the WTB page and in its dialogs.
  ['listings', 'matching', 'demand-hint'],
  ['wanted', 'matching', 'matches-panel|has-matches'],
  // A deal shows the member's own vouch, and opens its form.
  ['deals', 'vouches', 'drafts|rating-tab|vouch-dialog'],
  ['vouches', 'safety', 'safety-menu|vouch-removal-dialog'],
  // A profile and a listing's page show how many deals and vouches a member has.
  ['users', 'vouches', 'trust-counts|vouch-list'],
  ['listings', 'vouches', 'trust-counts'],
  // A profile and a listing show what a business seller declares, and the settings take it.
  ['users', 'businesses', 'business-note|business-form'],
  ['listings', 'businesses', 'business-note'],
  // A listing shows its proof photo, and its owner adds one.
  ['listings', 'proof', 'proof-dialog|proof-note|proof-tab|shown-proof|use-required-proof'],
  // A profile shows listings and WTBs as their own pages do, and offers its owner all settings.
  ['users', 'listings', 'listing-card|listing-menu'],
  ['users', 'wanted', 'wanted-card'],
  ['users', 'notifications', 'notifications-tab'],
  [
    'users',
    'identity',
    'change-email|change-password|connected-accounts|personal-data|proof-dialog-host|two-step-tab',
  ],
];

/** One rule per feature: it may import its own files and those listed in `pairs`. */
const featureRules = (side: 'server' | 'web', features: string[], pairs: Pair[]): IForbiddenRuleType[] =>
  features.map((feature) => ({
    name: `${side}-features-are-isolated`,
    severity: 'error',
    from: { path: `^${side}/src/${feature}/` },
    to: {
      path: `^${side}/src/(${features.join('|')}|operator|app)/`,
      pathNot: [
        `^${side}/src/${feature}/`,
        ...pairs
          .filter(([from]) => from === feature)
          .map(([, to, files]) => `^${side}/src/${to}/(${files})\\.tsx?$`),
      ],
    },
  }));

const config: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-imports-nothing-else',
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
    ...featureRules('server', SERVER_FEATURES, SERVER_PAIRS),
    {
      name: 'layers-and-services-import-no-feature',
      severity: 'error',
      from: { path: `^server/src/(${SERVER_LAYERS}|${SERVER_SERVICES})/` },
      to: { path: `^server/src/(${SERVER_FEATURES.join('|')}|operator|realtime)/` },
    },
    {
      name: 'only-core-and-realtime-publish-live',
      severity: 'error',
      from: { path: `^server/src/(${SERVER_FEATURES.join('|')})/` },
      to: { path: '^server/src/realtime/', pathNot: '^server/src/realtime/request-handlers.ts$' },
    },
    {
      name: 'only-operator-imports-the-root',
      severity: 'error',
      from: { path: '^server/src/[a-z-]+/', pathNot: '^server/src/operator/' },
      to: { path: '^server/src/(main|start|server|routes|agreements).ts$' },
    },
    ...featureRules('web', WEB_FEATURES, WEB_PAIRS),
    {
      name: 'web-layers-import-no-feature',
      severity: 'error',
      from: { path: `^web/src/(${WEB_LAYERS})/` },
      to: { path: `^web/src/(${WEB_FEATURES.join('|')}|app)/` },
    },
    {
      name: 'only-db-imports-the-engines',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/db/' },
      to: {
        path: 'node_modules/(better-sqlite3|pg|drizzle-orm/(better-sqlite3|node-postgres|sqlite-core|pg-core))/',
      },
    },
    {
      name: 'only-queries-import-drizzle',
      severity: 'error',
      from: {
        path: '^server/src',
        // `ensure-member.ts` is a single statement, so it needs no queries file.
        pathNot: ['^server/src/db/', '[/-]queries\\.ts$', '^server/src/members/ensure-member\\.ts$'],
      },
      to: { path: 'node_modules/drizzle-orm/' },
    },
    {
      name: 'only-uploads-import-sharp',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/uploads/' },
      to: { path: 'node_modules/(sharp|thumbhash|file-type)/' },
    },
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
