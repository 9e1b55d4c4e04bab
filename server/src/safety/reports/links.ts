import type { AppealParty } from '@selvedge/shared/safety/report-reasons';
import { createMailTokens } from '../../members/public.ts';
import { perProduct } from '../../platform/core/ctx.ts';

export const CONFIRM_PATH = '/mail/report';
export const APPEAL_PATH = '/mail/appeal';

/** Creates and reads the mailed links that confirm a report and open an appeal, each signed for its purpose. */
export const linksOf = perProduct(({ config: { publicUrl }, deriveKey }) => {
  const confirming = createMailTokens(deriveKey('reports to confirm'));
  const appealing = {
    reporter: createMailTokens(deriveKey('appeals by reporters')),
    person: createMailTokens(deriveKey('appeals by persons concerned')),
  };
  return {
    /** The link that confirms a pending report. */
    confirm: (pendingId: string) => `${publicUrl}${CONFIRM_PATH}?token=${confirming.make(pendingId)}`,
    /** @returns the id of the pending report; null when the token is not genuine. */
    readConfirm: confirming.read,
    /** The link to appeal against the decision on a report. */
    appeal: (party: AppealParty, reportId: string) =>
      `${publicUrl}${APPEAL_PATH}?as=${party}&token=${appealing[party].make(reportId)}`,
    /** @returns the id of the report; null when the token is not genuine. */
    readAppeal: (party: AppealParty, token: string) => appealing[party].read(token),
  };
});
