import { parentPort, workerData } from 'node:worker_threads';
import { PASSWORD } from '../../support/people/account.ts';

export interface Storm {
  url: string;
  emails: string[];
}
/** How many sign-ins of a storm got each status. */
export type Outcome = Record<number, number>;

/** Signs in with a password. @returns the response status. */
export async function signIn(url: string, email: string): Promise<number> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await response.arrayBuffer();
  return response.status;
}

// Runs in a worker thread, so that hundreds of concurrent requests do not delay the measuring clock.
parentPort?.on('message', async (count: number) => {
  const { url, emails } = workerData as Storm;
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, n) => signIn(url, emails[n % emails.length] ?? '')),
  );
  const outcome: Outcome = {};
  for (const status of statuses) outcome[status] = (outcome[status] ?? 0) + 1;
  parentPort?.postMessage(outcome);
});
