// What other rooms may use of this one.

export { findDealOf } from './deals/list-deals.ts';
export { putBackVouch } from './vouches/put-back-vouch.ts';
export { removeVouch } from './vouches/remove-vouch.ts';
export { JWKS_PATH, verifyStatement } from './vouches/statement.ts';
