import type { Features, InstanceSettings } from './instance-settings.ts';
import type { TextPageName } from './text-pages.ts';

/** What a page needs to know about the instance that served it; embedded in the page as JSON. */
export interface Instance {
  name: string;
  /** The title of the home page. */
  title: string;
  /** The pages that its operator has written. */
  pages: readonly TextPageName[];
  /** The hash of the rules, to which newcomers have to agree; null without rules. */
  rules: string | null;
  /** Where the source code of this instance is; null when its operator does not say. */
  sourceUrl: string | null;
  timeZone: string;
  /** ISO 4217 code of the currency of all prices. */
  currency: string;
  discord: boolean;
  /** The name of the instance's own OpenID provider; null without one. */
  oidc: string | null;
  /** Whether members can have passkeys here. */
  passkeys: boolean;
  /** Minimum time between two bumps of the same item by its owner. */
  bumpCooldownHours: number;
  /**
   * The hosted provider for sign-in; null: this server itself; 'none': sign-in is disabled because the
   * settings are unusable.
   */
  provider: { url: string; key: string } | 'none' | null;
  /** Who can sign up: everyone, those with an invitation, or no one. */
  signUp: InstanceSettings['signUp'];
  /** A feature that is switched off leaves no trace on a screen. */
  features: Features;
  /** Id of the client build that this page belongs to; `/api/health` returns the currently served build. */
  build: string | null;
}
