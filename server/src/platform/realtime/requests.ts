import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { type RequestName, requests } from '@selvedge/shared/platform/realtime';
import type { Actor } from '../core/actor.ts';
import type { BudgetName } from '../core/budgets.ts';
import { invalidInput, notFound, switchedOff, toProblem } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import { requireScope } from '../core/scopes.ts';
import type { Instrumentation } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import type { CurrencyNow, IsOn } from '../settings/follow-settings.ts';
import type { HubSocket } from './hub-socket.ts';
import type { RequestHandlers } from './request-handlers.ts';

/** A flooding socket is disconnected after this many rate-limit refusals. */
const BREACHES_MAX = 3;

type Ack = (response: unknown) => void;
interface Handler {
  feature?: Feature;
  budget: BudgetName;
  handle(actor: Actor, input: unknown): Promise<object>;
}

const unknownRequest = () => notFound('Unknown request');

interface RequestParts {
  limits: Limits;
  isOn: IsOn;
  currency: CurrencyNow;
  log: Logger;
  instrumentation: Instrumentation;
}

export function createRequests({ limits, isOn, currency, log, instrumentation }: RequestParts) {
  /** Requests not acked yet; a stopping server waits for them. */
  const inFlight = new Set<Promise<void>>();

  async function ack(name: string, run: () => Promise<object>, reply: Ack | undefined): Promise<void> {
    try {
      const result = await run();
      reply?.({ ok: true, ...result });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal') {
        instrumentation.failed('socket');
        log.error({ err: error, request: name }, 'socket request failed');
      }
      reply?.({ ok: false, error: problem });
    }
  }

  async function countEvent(socket: HubSocket): Promise<void> {
    await limits.event(socket.id, socket.data.actor.id).catch((error: unknown) => {
      socket.data.breaches += 1;
      if (socket.data.breaches === BREACHES_MAX) setImmediate(() => socket.disconnect(true));
      throw error;
    });
  }

  return {
    listen(socket: HubSocket, handlers: RequestHandlers<RequestName>): void {
      const run = async (name: string, raw: unknown): Promise<object> => {
        await countEvent(socket);
        if (!Object.hasOwn(requests, name)) throw unknownRequest();
        const known = name as RequestName;
        // Schema and handler share the name, which TypeScript cannot follow through an index.
        const { feature, budget, handle } = handlers[known] as Handler;
        if (feature && !isOn(feature)) throw switchedOff(feature);
        const { actor } = socket.data;
        requireScope(actor, requests[known].scope);
        if (actor.scopes) await limits.take('callsOfKey', actor.sessionId);
        return limits.spend(budget, { memberId: actor.id }, async () => {
          const parsed = requests[known].input.safeParse(raw);
          if (!parsed.success) throw invalidInput(parsed.error, currency());
          await limits.write(budget, actor.id, parsed.data);
          return handle(actor, parsed.data);
        });
      };
      socket.onAny((name: string, ...args: unknown[]) => {
        const last = args.at(-1);
        const reply = typeof last === 'function' ? (last as Ack) : undefined;
        const input = reply && args.length === 1 ? undefined : args[0];
        const startedAt = performance.now();
        const acked = ack(name, () => run(name, input), reply).finally(() => {
          inFlight.delete(acked);
          if (Object.hasOwn(requests, name))
            instrumentation.answered(name as RequestName, performance.now() - startedAt);
        });
        inFlight.add(acked);
      });
    },
    settled: () => Promise.allSettled(inFlight),
  };
}
