/** What the drafts of the forms for vouches are for. */
export function vouchOf(dealId: string) {
  return `vouch:${dealId}`;
}
export function answerOf(vouchId: string) {
  return `answer:${vouchId}`;
}
