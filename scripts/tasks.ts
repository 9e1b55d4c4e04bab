// Runs a task by name. Each task loads its own modules, so that starting the server does not load the tests'
// modules.
const TASKS: Record<string, () => Promise<number | undefined>> = {
  async start() {
    await buildIfStale();
    const { serve } = await import('./serve.ts');
    await serve('main.js', {});
    return undefined;
  },
  async demo() {
    await buildIfStale();
    const { serve } = await import('./serve.ts');
    const { demoSettings } = await import('./demo-settings.mjs');
    await serve('demo.js', demoSettings(process.env));
    return undefined;
  },
  async selvedge() {
    await buildIfStale();
    const { operate } = await import(new URL('../server/build/app/operate.js', import.meta.url).href);
    return operate(process.argv.slice(3), process.env);
  },
  dev: async () => (await import('./dev.ts')).dev(),
  test: async () => (await import('./test.ts')).test({ words: process.argv.slice(3) }),
  'test:all': async () => (await import('./test.ts')).test({ words: [], isAll: true }),
  'test:unit': async () =>
    (await import('./test.ts')).test({ words: process.argv.slice(3), isUnitOnly: true }),
  'test:watch': async () => (await import('./test.ts')).watchTests(process.argv.slice(3)),
  lint: async () => (await import('./test.ts')).checkOnly('lint'),
  typecheck: async () => (await import('./test.ts')).checkOnly('types'),
  async bench() {
    await buildIfStale();
    return (await import('./bench.ts')).bench(process.argv.slice(3));
  },
  async release() {
    await buildIfStale();
    return (await import('./release.ts')).release();
  },
  migrations: async () => (await import('./make-migrations.ts')).makeMigrations(process.argv.slice(3)),
  checklist: async () => (await import('./make-checklist.ts')).makeChecklist(),
  faults: async () => (await import('./faults.ts')).faults(process.argv.slice(3)),
};

async function buildIfStale(): Promise<void> {
  const { build } = await import('./build.ts');
  await build();
}

const name = process.argv[2] ?? '';
const task = TASKS[name];
if (!task) {
  console.error(`Unknown task "${name}". Available tasks: ${Object.keys(TASKS).join(', ')}.`);
  process.exit(2);
}
try {
  const code = await task();
  // Without an exit code, the server keeps running and ends the process itself.
  if (code !== undefined) process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
