#!/usr/bin/env node
// The `selvedge` command of the package and the image. It starts the server or the demo in a process of its own, since
// their memory settings must be there when a process starts, and runs every other command itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoSettings } from '../scripts/demo-settings.mjs';
import { MEMORY, NODE_FLAGS } from '../scripts/node-flags.mjs';
import { requireNode } from '../scripts/require-node.mjs';

requireNode();

const bundle = (name) => new URL(`../server/build/app/${name}`, import.meta.url);

const PARENT_CHECK_MS = 500;

function serve(name, settings) {
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(bundle(name))], {
    stdio: 'inherit',
    env: { ...MEMORY, NODE_ENV: 'production', ...process.env, ...settings },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // npx starts this through a shell, which does not forward SIGTERM: when that is gone, the server has to stop, too.
  const parent = process.ppid;
  if (process.env.npm_command)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('exit', (code) => process.exit(code ?? 1));
}

const args = process.argv.slice(2);
if (args[0] === 'start' && args.length === 1) serve('main.js', {});
else if (args[0] === 'demo' && args.length === 1) serve('demo.js', demoSettings(process.env));
else {
  const { operate } = await import(bundle('operate.js'));
  process.exit(
    await operate(args, process.env, {
      ...{ print: console.log, printError: console.error },
      program: 'selvedge',
      more: [
        { words: 'start', args: [], summary: 'serves the instance until it is stopped' },
        {
          words: 'demo',
          args: [],
          summary: 'serves a demo with a catalogue and members, from its own folder',
        },
      ],
    }),
  );
}
