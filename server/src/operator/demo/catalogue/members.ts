import type { PortraitName } from '../drawing/portraits.ts';

/** The people of the demo. They share nothing with anybody real. */
export const MEMBERS = {
  odile: { portrait: 'bob', joinedDays: 412 },
  marlow: { portrait: 'beard', joinedDays: 803 },
  tkwn: { portrait: 'indigo', joinedDays: 951 },
  ayakom: { portrait: 'fringe', joinedDays: 640 },
  lenab: { portrait: 'bun', joinedDays: 288 },
  slowcloth: { portrait: 'sheep', joinedDays: 735 },
  northbeam: { portrait: 'ridge', joinedDays: 196 },
  pietro: { portrait: 'glasses', joinedDays: 521 },
  juniper: { portrait: 'curls', joinedDays: 337 },
  secondrow: { portrait: 'cap', joinedDays: 64 },
} as const satisfies Record<string, { portrait: PortraitName; joinedDays: number }>;
export type MemberName = keyof typeof MEMBERS;

/** Whom the newcomer signs in as, and who answers them. */
export const VISITOR: MemberName = 'odile';
export const ANSWERER: MemberName = 'marlow';

export const emailOf = (name: MemberName): string => `${name}@example.com`;
export const passwordOf = (name: MemberName): string => `${name} wears selvedge`;
