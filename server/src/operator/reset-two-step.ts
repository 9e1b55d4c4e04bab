import { v7 as uuidv7 } from 'uuid';
import { resetTwoStep } from '../identity/public.ts';
import { findMemberByName } from '../members/public.ts';
import { renderMail } from '../platform/mail/mailer.ts';
import { factorRemovedMail } from '../platform/mail/templates.ts';
import { createMailTransport } from '../platform/mail/transport.ts';
import { settingsIn } from '../platform/settings/settings.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

/** Removes the authenticator app and passkeys of a member who has lost them, and notifies them by mail. @throws not_found */
export async function resetTwoStepOf(operating: OperatorContext, name: string): Promise<void> {
  const { config, log, print } = operating;
  const { username, account, settings } = await onDatabase(operating, (db) =>
    db.transact(async (tx) => {
      const { id, username } = await findMemberByName(tx, name);
      return { username, account: await resetTwoStep(null, tx, id), settings: await settingsIn(tx) };
    }),
  );
  if (!account) {
    print(`${username} has no two-step sign-in.`);
    return;
  }
  print(`${username} is signed out everywhere, and can sign in without a code.`);
  try {
    // Sent directly instead of through the outbox: the operator waits to see whether the mail was accepted.
    const { publicUrl } = config;
    const mail = renderMail(settings, publicUrl, factorRemovedMail(account.email, publicUrl));
    const transport = createMailTransport(config, log, { current: () => settings });
    await transport.send(mail, { id: uuidv7(), createdAt: new Date() });
  } catch (error) {
    print(`Could not notify them by mail: ${error instanceof Error ? error.message : String(error)}`);
  }
}
