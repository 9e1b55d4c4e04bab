/** The words of invitations. Free of dependencies: the first page loads it. */

/** What an invitation can still do. */
export const INVITE_STATES = ['open', 'used', 'expired', 'revoked'] as const;
export type InviteState = (typeof INVITE_STATES)[number];

/** The parameter of the sign-in page, and the field of a sign-up, with an invitation's secret. */
export const INVITE_PARAM = 'invite';

export const INVITE_NEEDED = 'You need an invitation to sign up here.';
export const SIGN_UP_CLOSED = 'Sign-up is closed.';

/** Why an invitation admits no one. */
export const INVITE_REFUSALS: Record<Exclude<InviteState, 'open'> | 'unknown', string> = {
  used: 'This invitation has been used up. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
  revoked: 'This invitation was revoked. Please ask for a new one.',
  unknown: 'This invitation is not valid. Please check the link.',
};
