import type { RequestInput, RequestName, RequestReply } from '@selvedge/shared/realtime';
import type { Actor } from './actor.ts';

/** A feature's handlers of socket requests; each name must have its schemas in the shared contract. */
export type Answers<R extends RequestName> = {
  [Name in R]: (actor: Actor, input: RequestInput<Name>) => Promise<RequestReply<Name>>;
};
