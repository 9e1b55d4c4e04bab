/** What the drafts of the forms for vouches are for. */
export const vouchOf = (dealId: string) => `vouch:${dealId}`;
export const answerOf = (vouchId: string) => `answer:${vouchId}`;
