import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { events, requests } from '@selvedge/shared/platform/realtime';

/** The environment variable with the file to which tests record the traffic of live connections. */
export const TRAFFIC_VARIABLE = 'SELVEDGE_TEST_TRAFFIC';

/**
 * Records something that a live connection carried, like `event message:new`; does nothing outside of a full
 * run.
 */
export function noteTraffic(kind: 'request' | 'ack' | 'event' | 'violation', what: string): void {
  const file = process.env[TRAFFIC_VARIABLE];
  if (file) appendFileSync(file, `${kind} ${what.replaceAll('\n', ' ')}\n`);
}

/**
 * Prints how often each request, ack and event of the contract occurred in a run.
 * @returns violations of the contract, and parts of it that never occurred; null when there are none
 */
export function reportTraffic(file: string): string | null {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const expected = [
    ...Object.entries(requests).flatMap(([name, request]) => [
      `request ${name}`,
      ...('reply' in request ? [`ack ${name}`] : []),
    ]),
    ...Object.keys(events).map((name) => `event ${name}`),
  ];
  console.log(`     live traffic: ${expected.map((what) => `${what} ${counts.get(what) ?? 0}`).join(', ')}`);
  const unseen = expected.filter((what) => !counts.has(what)).map((what) => `no test covers: ${what}`);
  const violations = [...counts.keys()].filter((line) => line.startsWith('violation '));
  return [...violations, ...unseen].join('\n') || null;
}
