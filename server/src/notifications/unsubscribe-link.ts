import type { NotificationDeps } from './context.ts';

/** The page that a mail's unsubscribe link leads to. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe/messages';

export function unsubscribeLink(
  { publicUrl, tokens }: Pick<NotificationDeps, 'publicUrl' | 'tokens'>,
  personId: string,
): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${tokens.make(personId)}`;
}
