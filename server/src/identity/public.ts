// What other rooms may use of this one.

export { isSuspended } from './accounts/is-suspended.ts';
export { mailAddressOf, noticeAddressOf } from './accounts/mail-address.ts';
export { restoreAccount, suspendAccount } from './accounts/suspend-account.ts';
export { createSuspensionPoll } from './accounts/suspension/poll-suspensions.ts';
export { audit } from './audit.ts';
export { asAppError } from './auth-error.ts';
export type { Identity } from './context.ts';
export { resetTwoStep } from './factors/reset-two-step.ts';
export { hashSecret } from './invites/hash-secret.ts';
export { findInviteById, type InviteRow } from './invites/queries.ts';
export { stateOf } from './invites/state.ts';
export { notifyOfSecurity } from './notify-of-security.ts';
export { findAccount } from './queries.ts';
