import { v7 as uuidv7 } from 'uuid';
import { resetTwoStep } from '../identity/factors/reset-two-step.ts';
import { factorRemovedMail } from '../mail/templates.ts';
import { createMailTransport } from '../mail/transport.ts';
import { findMemberByName } from '../members/find-member.ts';
import type { Operating } from './command.ts';
import { onDatabase } from './on-database.ts';

/** Removes the authenticator app of a member who has lost it, and notifies them by mail. @throws not_found */
export async function resetTwoStepOf(operating: Operating, name: string): Promise<void> {
  const { config, log, tell } = operating;
  const { username, account } = await onDatabase(operating, (db) =>
    db.transact(async (tx) => {
      const { id, username } = await findMemberByName(tx, name);
      return { username, account: await resetTwoStep(null, tx, id) };
    }),
  );
  if (!account) {
    tell(`${username} has no two-step sign-in.`);
    return;
  }
  tell(`${username} is signed out everywhere, and signs in without a code.`);
  try {
    // Sent at once instead of through the outbox: the operator waits to hear whether the mail was taken.
    await createMailTransport(config, log).send(factorRemovedMail(account.email, config.publicUrl), {
      id: uuidv7(),
      createdAt: new Date(),
    });
  } catch (error) {
    tell(`Nobody told them so: ${error instanceof Error ? error.message : String(error)}`);
  }
}
