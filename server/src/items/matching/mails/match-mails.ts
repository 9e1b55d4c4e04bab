import type { Conn, Tx } from '../../../platform/db/database.ts';
import { findMails, setMailsOff } from './queries.ts';

/** Whether a member wants mails about matches. */
export const matchMails = {
  isOn: async (conn: Conn, userId: string): Promise<boolean> => !(await findMails(conn, userId))[0]?.isOff,
  async set(tx: Tx, userId: string, isOn: boolean): Promise<void> {
    await setMailsOff(tx, userId, !isOn);
  },
};
