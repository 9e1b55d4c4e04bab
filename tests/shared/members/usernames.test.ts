import { nextUsernameChange, usernameProblem } from '@selvedge/shared/members/usernames';
import { expect, test } from 'vitest';

const RULES = 'Usernames are 3 to 20 letters and numbers, and can be changed once every 7 days.';
const LENGTH = `Username must be 3 to 20 characters long. ${RULES}`;

test.each([
  ['ab', LENGTH],
  ['abc', null],
  ['7up', null],
  ['a'.repeat(20), null],
  ['a'.repeat(21), LENGTH],
  ['', `Username cannot be empty. ${RULES}`],
  ['ana.b', `Username can only contain letters and numbers. ${RULES}`],
  ['marlow', `No changes: this is already your username. ${RULES}`],
])('the username "%s" gives %j', (name, problem) => {
  expect(usernameProblem(name, 'marlow', 'Tide')).toBe(problem);
});

const RESERVED = `This username is reserved. ${RULES}`;

test.each([
  ...['SelvedgeSupport', 'selvedgeteam', 'officialMarlow', 'TheModerator', 'xadminx', 'supportdesk'],
  // Digits and letters that look alike.
  ...['Se1vedge', '5elvedge', 'SelvedgeSupp0rt', 'Adm1n', '4dmin', 'M0derat0r', 'sy5tem', 'he1p'],
  ...['badmintonadmin', 'administrator', 'guest', 'WTB'],
  // Pairs of letters that look like one, and letters that are repeated or left out.
  ...['adrnin1', 'adnnin', 'rnoderator', 'rnod', 'vvebmaster', 'ovvner', 'Selvcdge', 'Selvvedge'],
  ...['suppport', 'suport', 'adminn', 'addmin', 'officiai', 'oficial', 'payrnents', 'Tearn'],
  // Words for staff and for a verification that the product does not offer.
  ...[
    'HelpDesk',
    'CustomerService',
    'custornerservice',
    'CustomerCare1',
    'staffteam',
    'TheStaff',
    '5taffer',
    'StaffAnna',
  ],
  ...['modteam', 'TheTeam', 'TheMods', 'HelpTeam', 'escrow', 'EscrowService', 'escr0w'],
  ...['TrustSafety', 'trustandsafety', 'VerifiedSeller', 'marlowVerified', 'verificd'],
])("a name like the product's is reserved: %s", { tags: ['reserved-usernames'] }, (name) => {
  expect(usernameProblem(name, 'marlow', 'Tide')).toBe(RESERVED);
});

test.each([
  ...[
    'badminton',
    'Badminton88',
    'helpfulAnna',
    'modernist',
    'teamster',
    'staffordshire',
    'rootsy',
    'denim501',
  ],
  ...['Marlow1', 'user5j96g8j3', 'selvage', 'ownerless', 'infodump'],
  ...['falstaff', 'Belstaff', 'flagstaff', 'Stafford', 'staffan', 'gustaf', 'Mustafa', 'instafashion'],
  ...['cornell', 'hannah', 'mcdonald', 'anna', 'connor', 'moss', 'runner', 'fern', 'barn', 'horne', 'vernon'],
  ...['savvy', 'mood', 'moody', 'bing', 'rot', 'bennett', 'scarlett', 'moderna', 'unverified', 'verity'],
  ...['theodora', 'modsters', 'steam', 'teamed', 'crows', 'thecrow', 'helperteamx'],
  ...['helper', 'desk', 'customer', 'trustme', 'safetypin', 'admiral', 'supple', 'sportster', 'officer'],
])('a name resembling a reserved one is free: %s', (name) => {
  expect(usernameProblem(name, 'marlow', 'Tide')).toBeNull();
});

test.each([
  ['tide', 'Tide'],
  ['TIDE', 'Tide'],
  ['t1de', 'Tide'],
  ['thebookclub', 'The Book-Club!'],
  ['cafezurich', 'Café Zürich'],
  ['ThreadsTeam', 'Threads'],
  ['ThreadsMod', 'Threads'],
  ['TheThreads', 'Threads'],
  ['Thread5Mods', 'Threads'],
  ['ThreadsTeam24', 'Threads'],
  ['ThreadsPayments', 'Threads'],
  ['realThreadsHelp', 'Threads'],
  ['TheTideCrew', 'Tide'],
])('%s is reserved on the instance %s', { tags: ['reserved-usernames'] }, (name, instance) => {
  expect(usernameProblem(name, 'marlow', instance)).toBe(RESERVED);
});

test.each([
  ['tideline', 'Tide'],
  ['tides', 'Tide'],
  ['ThreadsFan', 'Threads'],
  ['Threads77', 'Threads'],
  ['steamthreads', 'Threads'],
  ['club', 'The Book Club'],
  ['marlow', '♥'],
])('%s is free on the instance %s', (name, instance) => {
  expect(usernameProblem(name, 'ana', instance)).toBeNull();
});

test('a username can change every 7 days', () => {
  const changed = new Date('2026-06-01T12:00:00.000Z');
  const week = 7 * 86_400_000;
  const next = new Date(changed.getTime() + week);
  expect(nextUsernameChange(changed, new Date(next.getTime() - 1))).toEqual(next);
  expect(nextUsernameChange(changed, next)).toBeNull();
  expect(nextUsernameChange(null, changed)).toBeNull();
});
