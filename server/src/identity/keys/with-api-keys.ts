import type { Identity, IdentityParts } from '../context.ts';
import { createKeyAuthenticator } from './authenticate.ts';
import { KEY_PREFIX } from './key-format.ts';

/** Lets API keys in wherever access tokens are, which have another form. */
export function withApiKeys(identity: Identity, parts: IdentityParts): Identity {
  const keys = createKeyAuthenticator(parts);
  identity.onSessionEnded(({ sessionId }) => keys.forget(sessionId));
  return {
    ...identity,
    authenticate: (token, options = {}) =>
      token.startsWith(KEY_PREFIX)
        ? keys.authenticate(token, options)
        : identity.authenticate(token, options),
    expire(userId) {
      identity.expire(userId);
      keys.expire(userId);
    },
  };
}
