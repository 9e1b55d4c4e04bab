import { instance } from '../lib/instance.ts';

/** Another provider that members of this instance sign in with. */
export interface SignInProvider {
  id: 'discord' | 'oidc';
  /** Its name on screen. */
  name: string;
}

/** The providers of this instance, in the order in which they are offered. */
export const PROVIDERS: readonly SignInProvider[] = [
  ...(instance.discord ? [{ id: 'discord', name: 'Discord' } as const] : []),
  ...(instance.oidc ? [{ id: 'oidc', name: instance.oidc } as const] : []),
];
