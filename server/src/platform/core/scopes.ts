import type { Scope } from '@selvedge/shared/platform/scope';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** Whether the caller has this scope. A signed-in member has all of them, an API key its own. */
export function hasScope({ scopes }: Pick<Actor, 'scopes'>, scope: Scope | null | undefined): boolean {
  return !scopes || (scope != null && scopes.includes(scope));
}

/** @throws forbidden for an API key without the scope; without any, it is closed to keys */
export function requireScope(actor: Pick<Actor, 'scopes'>, scope: Scope | null | undefined): void {
  if (hasScope(actor, scope)) return;
  throw new AppError(
    'forbidden',
    scope ? `This needs an API key with the scope “${scope}”.` : 'API keys cannot do this. Sign in instead.',
  );
}
