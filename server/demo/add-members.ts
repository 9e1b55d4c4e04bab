import { v4 as uuidv4 } from 'uuid';
import { hashPassword } from '../src/identity/accounts/password.ts';
import { insertAccount, insertIdentity } from '../src/identity/queries.ts';
import { ensureUser } from '../src/members/ensure-member.ts';
import type { Actor } from '../src/platform/core/actor.ts';
import type { Database } from '../src/platform/db/database.ts';
import { ageInMs } from './catalogue/listing.ts';
import { ANSWERER, emailOf, MEMBERS, type MemberName, passwordOf, VISITOR } from './catalogue/members.ts';
import { setMember } from './queries.ts';

/** The members by name, as the actors that the product's operations expect. */
export type Members = Record<MemberName, Actor>;

function actorOf(id: string, username: string): Actor {
  return {
    id,
    username,
    profileImageUrl: null,
    isAdmin: false,
    sessionId: uuidv4(),
    expiresAt: new Date(Date.now() + 3_600_000),
  };
}

async function addMember(db: Database, name: MemberName, now: number): Promise<Actor> {
  const id = uuidv4();
  const joined = new Date(now - ageInMs(`${MEMBERS[name].joinedDays}d`));
  // The other members have no password, so visitors cannot sign in as them.
  const passwordHash = name === VISITOR || name === ANSWERER ? await hashPassword(passwordOf(name)) : null;
  await db.transact(async (tx) => {
    await insertAccount(tx, {
      id,
      email: emailOf(name),
      passwordHash,
      confirmedAt: joined,
      isAutoConfirmed: true,
      promisedUsername: name,
      userMetadata: {},
      bannedUntil: null,
      lastSignInAt: null,
      createdAt: joined,
      updatedAt: joined,
    });
    await insertIdentity(tx, { id: uuidv4(), userId: id, provider: 'email', subject: id, createdAt: joined });
    await ensureUser(tx, { id, username: name, anotherName: () => `${name}${uuidv4().slice(0, 4)}` });
    await setMember(tx, id, { createdAt: joined });
  });
  return actorOf(id, name);
}

/** Adds the members with confirmed accounts; two of them can sign in. */
export async function addMembers(db: Database, now: number): Promise<Members> {
  // The keys of `MEMBERS` are the names of the members.
  const names = Object.keys(MEMBERS) as MemberName[];
  const added = await Promise.all(names.map(async (name) => [name, await addMember(db, name, now)] as const));
  return Object.fromEntries(added) as Members;
}
