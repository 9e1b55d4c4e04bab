import { CODE_RULE } from './code.ts';
import { LEAVE } from './leave.ts';
import { PAYMENT } from './payment.ts';
import type { WordRule } from './words.ts';

export const WARNING_KINDS = ['payment', 'code', 'link', 'leave'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** The texts that the recipient reads. */
export const WARNING_REASONS: Record<WarningKind, string> = {
  payment: "Payments like this can't be reversed. Pay with a service that protects buyers.",
  code: 'Never share a code that was sent to you: anyone who has it can take over your account.',
  link: 'This link imitates another site, or hides where it leads. Do not sign in or pay there.',
  leave: "They want to talk somewhere else. Admins can't see or act on what is agreed there.",
};

/** Links are checked by their hosts, everything else by its words. */
export const WORD_RULES: Readonly<Record<Exclude<WarningKind, 'link'>, WordRule>> = {
  payment: PAYMENT,
  code: CODE_RULE,
  leave: LEAVE,
};
