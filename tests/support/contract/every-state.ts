import type { RequestName } from '@selvedge/shared/platform/realtime';
import { suspendAccount } from '../../../server/src/identity/accounts/suspend-account.ts';
import { BUDGETS, type BudgetName } from '../../../server/src/platform/core/budgets.ts';
import type { Limits } from '../../../server/src/platform/core/limits.ts';
import { type Member, PASSWORD } from '../people/accounts.ts';
import type { World, WorldOptions } from '../world.ts';
import { openRoles, type Row, withIds } from './every-role.ts';
import { SOCKET_INPUTS } from './socket-inputs.ts';

interface Attempt {
  world: World;
  member: Member;
  budget: BudgetName;
  /** The id in the path, if any. */
  itemId: string | undefined;
}

interface State {
  /** Rate limits are on. */
  isLimited?: true;
  /** Of a member without items. */
  isStranger?: true;
  /** Brings a member into the state, before all calls. */
  enter?(world: World, member: Member): Promise<unknown>;
  /** Brings the member into the state again, before each call. */
  renew?(attempt: Attempt): Promise<void>;
}

/** Spends until it is refused. @param spend gets the number of times before */
async function exhaust(
  spend: (limits: Limits, times: number) => Promise<unknown>,
  { product }: World,
): Promise<void> {
  for (let n = 0; n < 10_000; n += 1) {
    const isRefused = await spend(product.limits, n).then(
      () => false,
      () => true,
    );
    if (isRefused) return;
  }
  throw new Error('the budget has no end');
}
const TWO_MEGABYTES = 'x'.repeat(2 * 1024 * 1024);

/** States of a member whose session has ended, or who is over a limit. */
const STATES = {
  signedOut: {
    enter: (world, member) => world.call('POST', '/auth/v1/logout?scope=local', { as: member }),
  },
  suspended: { enter: ({ db }, { id }) => db.transact((tx) => suspendAccount(null, tx, id)) },
  deleted: {
    isStranger: true,
    enter: (world, member) =>
      world.call('DELETE', '/api/auth/user', { as: member, json: { password: PASSWORD } }),
  },
  overBudget: {
    isLimited: true,
    async renew({ world, member, budget, itemId }) {
      if (BUDGETS[budget].rates.length === 0) return;
      await exhaust(
        (limits) => limits.spend(budget, { memberId: member.id, itemId }, () => undefined),
        world,
      );
    },
  },
  overText: {
    isLimited: true,
    enter: ({ product }, { id }) => product.limits.write('message', id, TWO_MEGABYTES),
  },
  overDecoding: {
    isLimited: true,
    enter: (world, { id }) => exhaust((limits) => limits.decoding(id, 60_000), world),
  },
  overAllCalls: {
    isLimited: true,
    // Before each call: a walk on a busy machine takes longer than the minute.
    async renew({ world, member: { id } }) {
      await exhaust((limits) => limits.take('callsOfMember', id), world);
      await exhaust((limits, times) => limits.event(`socket ${times}`, id), world);
    },
  },
} satisfies Record<string, State>;
type StateName = keyof typeof STATES;

const isEndOfWalk = (call: string) => /auth\/signout/.test(call);

/** The answer to one socket request on a new socket: `ok`, or the code of the error, of the handshake's too. */
async function request(world: World, member: Member, name: RequestName, input: object): Promise<string> {
  const socket = await world.connect(member);
  try {
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', (error) => resolve((error as { data?: { code: string } }).data?.code));
    });
    if (refused === 'unauthorized') return 'refused';
    if (refused) return refused;
    const ack: { ok: boolean; error?: { code: string } } = await socket.emitWithAck(name, input as never);
    return ack.ok ? 'ok' : String(ack.error?.code);
  } finally {
    socket.disconnect();
  }
}

/** Makes every call and socket request as the owner of all items in a state, and the calls of admins as an admin in it. */
async function callInState(state: StateName, table: Record<string, Row>, options: WorldOptions = {}) {
  const { isLimited, isStranger, enter, renew }: State = STATES[state];
  const env = { RATE_LIMITS: isLimited ? 'on' : 'off' };
  const { world, people, make, call: send } = await openRoles({ ...options, env });
  const owner = isStranger ? await world.join('gone') : people.owner;
  const { admin } = people;
  // Accounts of the first day may start fewer conversations than the walk does.
  await world.db.transact(({ q, t }) =>
    q
      .update(t.users)
      .set({ createdAt: new Date(0) })
      .returning(),
  );
  let fixtures = await make(owner);
  await enter?.(world, owner);
  await enter?.(world, admin);
  const outcomes: Record<string, string> = {};

  for (const [call, [, body]] of Object.entries(table).filter(([name]) => !isEndOfWalk(name))) {
    const member = call.includes('/api/admin') ? admin : owner;
    const [method = '', path = ''] = withIds(call, fixtures).split(' ');
    const endpoint = world.product.endpoints.find(
      (one) => call === `${one.method.toUpperCase()} ${one.path}`,
    );
    const itemId = endpoint?.path.includes(':id') ? path.split('?')[0]?.split('/')[3] : undefined;
    await renew?.({ world, member, budget: endpoint?.budget ?? 'calls', itemId });
    const { status, body: answer } = await send(method, path, member, body?.(fixtures));
    await answer?.cancel();
    outcomes[call] = String(status);
    if (method !== 'GET' && status < 400) fixtures = await make(owner);
  }
  for (const [name, input] of Object.entries(SOCKET_INPUTS) as [
    RequestName,
    (typeof SOCKET_INPUTS)[RequestName],
  ][]) {
    await renew?.({
      world,
      member: owner,
      budget: name === 'session:renew' ? 'renewal' : world.product.requests[name].budget,
      itemId: undefined,
    });
    outcomes[name] = await request(world, owner, name, input(fixtures));
    if (outcomes[name] === 'ok') fixtures = await make(owner);
  }
  return outcomes;
}

/**
 * Makes every call and socket request in each of the states.
 * @returns for each, the statuses or error codes, in the order of the states
 */
export async function callInStates(
  states: readonly StateName[],
  table: Record<string, Row>,
  options: WorldOptions = {},
): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const state of states) {
    for (const [call, outcome] of Object.entries(await callInState(state, table, options)))
      outcomes[call] = outcomes[call] === undefined ? outcome : `${outcomes[call]} ${outcome}`;
  }
  return outcomes;
}
