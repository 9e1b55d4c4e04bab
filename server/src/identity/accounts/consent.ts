import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { textHash } from '../../platform/settings/text-hash.ts';
import { AuthError } from '../auth-error.ts';
import type { Consent } from './tables.ts';

const NONE = 'Agree to the rules of this site to sign up.';
const CHANGED = 'The rules of this site have changed. Load the page again and read them, then sign up.';

/** Null if there are no rules. @throws AuthError rules_not_accepted unless `hash` is the current one */
export function consentTo({ rules }: Pick<InstanceSettings, 'rules'>, hash: unknown): Consent | null {
  if (rules === '') return null;
  const current = textHash(rules);
  if (typeof hash !== 'string' || hash === '') throw new AuthError(422, 'rules_not_accepted', NONE);
  if (hash !== current) throw new AuthError(422, 'rules_not_accepted', CHANGED);
  return { rules: current, at: new Date().toISOString() };
}
