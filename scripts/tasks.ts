import { build } from './build.ts';
import { dev } from './dev.ts';
import { serve } from './serve.ts';
import { test } from './test.ts';

const TASKS: Record<string, () => Promise<number>> = {
  async start() {
    await build();
    return serve('main.js', {});
  },
  async demo() {
    await build();
    return serve('demo.js', { DATA_DIR: 'data/demo' });
  },
  dev,
  test,
};

const name = process.argv[2] ?? '';
const task = TASKS[name];
if (!task) {
  console.error(`There is no task "${name}". There are: ${Object.keys(TASKS).join(', ')}.`);
  process.exit(2);
}
process.exit(await task());
