import { operate } from '../../../server/src/operator/operate.ts';

/** Runs the operator's tool in this process. @returns what it printed, and its exit code. */
export async function say(words: string[], env: Record<string, string>) {
  const told: string[] = [];
  const complained: string[] = [];
  const code = await operate(words, env, {
    print: (line) => told.push(line),
    printError: (line) => complained.push(line),
  });
  return { code, told: told.join('\n'), complained: complained.join('\n') };
}
