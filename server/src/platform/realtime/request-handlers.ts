import type { Feature } from '@selvedge/shared/instance/instance-settings';
import type { RequestInput, RequestName, RequestReply } from '@selvedge/shared/platform/realtime';
import type { Actor } from '../core/actor.ts';
import type { BudgetName } from '../core/budgets.ts';

export type RequestHandlers<R extends RequestName> = {
  [Name in R]: {
    /** The feature that it is part of: while that is switched off, the request is refused. */
    feature?: Feature;
    budget: BudgetName;
    handle(actor: Actor, input: RequestInput<Name>): Promise<RequestReply<Name>>;
  };
};
