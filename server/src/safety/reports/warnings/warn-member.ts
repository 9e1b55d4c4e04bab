import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { insertWarning } from './queries.ts';

interface NewWarning {
  memberId: string;
  /** The report that it decides. */
  reportId: string;
  reason: string;
  rule: string | null;
}

/** Warns a member, who confirms it once; open tabs show it at once. */
export async function warnMember(
  { publish }: Pick<Ctx, 'publish'>,
  tx: Tx,
  warning: NewWarning,
): Promise<void> {
  const id = uuidv7();
  await insertWarning(tx, { ...warning, id, createdAt: new Date() });
  tx.afterCommit(() => publish.toMember(warning.memberId, 'warning:new', { id }));
}
