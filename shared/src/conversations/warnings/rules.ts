import asks from './asks.json' with { type: 'json' };
import code from './code.json' with { type: 'json' };
import leave from './leave.json' with { type: 'json' };
import payment from './payment.json' with { type: 'json' };
import { readRule, type WordRule } from './words.ts';

export const WARNING_KINDS = ['payment', 'code', 'link', 'leave'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** The texts that the recipient reads. */
export const WARNING_REASONS: Record<WarningKind, string> = {
  payment: "Payments like this can't be reversed. Pay with a service that protects buyers.",
  code: 'Never share a code that was sent to you: anyone who has it can take over your account.',
  link: 'This link imitates another site, or hides where it leads. Do not sign in or pay there.',
  leave: "They want to talk somewhere else. Admins can't see or act on what is agreed there.",
};

/** Words that ask for something or want it done; used for both codes and telephone numbers. */
const withAsks = <Rule extends { signals: object }>(rule: Rule) => ({
  ...rule,
  signals: { ...rule.signals, asks },
});

/** Links are checked by their hosts, everything else by its words. */
export const WORD_RULES: Readonly<Record<Exclude<WarningKind, 'link'>, WordRule>> = {
  /** Requests for, or offers of, a payment that is irreversible or bypasses this site's protection. */
  payment: readRule(payment),
  /** Requests for credentials or card data: a code from a text message, a password, a card number. */
  code: readRule(withAsks(code)),
  /** Invitations to talk elsewhere, where admins can neither look up nor act on what was said. */
  leave: readRule(withAsks(leave)),
};
