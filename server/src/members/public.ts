// What other rooms may use of this one.

export { recordAdminAction } from './admin-log/record-admin-action.ts';
export {
  areBlocked,
  areSeparated,
  blockedAt,
  blockedMembers,
  blocksOf,
  hasBlocked,
  hasBlocks,
  hiddenFrom,
  hiddenMembers,
  hidesOf,
  type Viewer,
} from './block-queries.ts';
export { readBusiness } from './businesses/read-business.ts';
export { memberColumns } from './columns.ts';
export { DELETED_NAME, isDeleted } from './deleted.ts';
export { ensureUser } from './ensure-member.ts';
export {
  blockOf,
  blockRefusal,
  findBlock,
  isHidden,
  isHiddenOnProfile,
  requireUnblocked,
} from './find-block.ts';
export { findMemberByName, lockMember } from './find-member.ts';
export { presentMember } from './present.ts';
export { findByUsername, findMember, lockSuspension, lockUser } from './queries.ts';
export { setAdmin } from './set-admin.ts';
export { countDeals, countVouches, trustOf } from './trust/count-trust.ts';
export { isPublic } from './trust/queries.ts';
export { unsubscribeRoutes } from './unsubscribe/routes.ts';
export { createMailTokens, type MailTokens } from './unsubscribe/token.ts';
