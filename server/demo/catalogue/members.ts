import * as z from 'zod';

/** The demo's fictional members. */
export const MEMBERS = {
  odile: { joinedDays: 412 },
  marlow: { joinedDays: 803 },
  tkwn: { joinedDays: 951 },
  ayakom: { joinedDays: 640 },
  lenab: { joinedDays: 288 },
  slowcloth: { joinedDays: 735 },
  northbeam: { joinedDays: 196 },
  pietro: { joinedDays: 521 },
  juniper: { joinedDays: 337 },
  secondrow: { joinedDays: 64 },
} as const satisfies Record<string, { joinedDays: number }>;
export type MemberName = keyof typeof MEMBERS;
// `Object.keys` forgets the type of the keys.
export const MemberName = z.enum(Object.keys(MEMBERS) as MemberName[]);

/** The member that a newcomer signs in as, and the one who replies to them. */
export const VISITOR: MemberName = 'odile';
export const ANSWERER: MemberName = 'marlow';

export function emailOf(name: MemberName): string {
  return `${name}@example.com`;
}
export function passwordOf(name: MemberName): string {
  return `${name} wears selvedge`;
}
