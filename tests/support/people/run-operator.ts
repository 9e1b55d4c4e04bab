import { operate } from '../../../server/src/operator/operate.ts';

/** Runs the operator's tool in this process. @returns what it printed, and its exit code. */
export async function runOperator(args: string[], env: Record<string, string>) {
  const printed: string[] = [];
  const printedErrors: string[] = [];
  const code = await operate(args, env, {
    print: (line) => printed.push(line),
    printError: (line) => printedErrors.push(line),
  });
  return { code, output: printed.join('\n'), errors: printedErrors.join('\n') };
}
