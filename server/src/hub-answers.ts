import type { RequestInput, RequestName, RequestReply } from '@selvedge/shared/realtime';
import type { Actor } from './actor.ts';

/** A feature's answers to the requests of the hub; each name must have its schemas in the shared contract. */
export type Answers<R extends RequestName> = {
  [Name in R]: (actor: Actor, input: RequestInput<Name>) => Promise<RequestReply<Name>>;
};
