import type { SetupAdmin, SetupLook, SetupState } from '@selvedge/shared/instance/setup';
import { usernameProblem } from '@selvedge/shared/members/usernames';
import { asAppError } from '../../identity/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, nothingHere } from '../../platform/core/errors.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { linkWith } from './key.ts';
import { deleteOthers, hasAdmin, listLinks, lockLinks, markUsed, type SetupLink } from './queries.ts';

const DONE = 'Someone has already set up this site. Sign in to go on.';

export interface Setup {
  /**
   * Also finds a used link until it expires, for its last step.
   * @param address the network address of the request, by which wrong keys are counted
   * @throws not_found like an unknown page; rate_limited
   */
  find(key: string, address: string): Promise<SetupLink>;
  state(key: string, address: string): Promise<SetupState>;
  /** @throws not_found, rate_limited, conflict once the instance has an admin */
  setLook(key: string, look: Omit<SetupLook, 'key'>, address: string): Promise<void>;
  /** Of several at once, one succeeds. @throws not_found, rate_limited, conflict, invalid_input */
  createAdmin(input: SetupAdmin, address: string): Promise<void>;
}

export function createSetup(ctx: Ctx, forget: () => Promise<void>): Setup {
  const { db, settings, limits, identity } = ctx;
  const find = (key: string, address: string): Promise<SetupLink> =>
    limits.spend('setup', { memberId: address }, async () => {
      const found = await db.read(async (conn) => {
        // First, so that a link that has just created the admin is read as used.
        const isOver = await hasAdmin(conn);
        const link = linkWith(await listLinks(conn, new Date()), key);
        // An admin who was made another way has ended the set-up.
        return link && (link.adminId !== null || !isOver) ? link : undefined;
      });
      if (!found) throw nothingHere();
      return found;
    });
  const findUnused = async (key: string, address: string) => {
    const link = await find(key, address);
    if (link.adminId !== null) throw new AppError('conflict', DONE);
    return link;
  };

  return {
    find,
    async state(key, address) {
      const { adminId } = await find(key, address);
      const { name, accent, currency, timeZone } = settings.current();
      return { isDone: adminId !== null, name, accent, currency, timeZone };
    },
    async setLook(key, { accent, timeZone, ...look }, address) {
      await findUnused(key, address);
      await changeSettings(
        db,
        {
          ...{ ...look, accent: accent || null },
          ...(timeZone !== undefined && { timeZone: timeZone || null }),
        },
        null,
      );
      await settings.refresh();
    },
    async createAdmin({ key, email, username, password }, address) {
      const { hash } = await findUnused(key, address);
      if (!identity.prepareAdmin) throw nothingHere();
      const problem = usernameProblem(username, '', settings.current().name);
      if (problem)
        throw new AppError('invalid_input', problem, { issues: [{ path: 'username', message: problem }] });
      try {
        const create = await identity.prepareAdmin({ email, username, password, address });
        await db.transact(async (tx) => {
          await lockLinks(tx, new Date());
          if (await hasAdmin(tx)) throw new AppError('conflict', DONE);
          await markUsed(tx, hash, await create(tx));
          await deleteOthers(tx, hash);
        });
      } catch (error) {
        throw asAppError(error);
      }
      await forget();
    },
  };
}
