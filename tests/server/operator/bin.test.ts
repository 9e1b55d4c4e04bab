import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { build } from '../../../scripts/build.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the package's command. @param node a version that Node.js pretends to be */
async function run(words: string[], node?: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${node}' });`;
  const flags = node ? ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`] : [];
  const child = spawn(process.execPath, [...flags, 'bin/selvedge.mjs', ...words], {
    ...{ cwd: ROOT, env: { PATH: process.env.PATH }, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  const [stderr, [code, signal]] = await Promise.all([child.stderr.toArray(), once(child, 'close')]);
  return { code, signal, stderr: stderr.join('') };
}

test.each(['doctor', 'start', ''])('`selvedge %s` names the Node it needs', async (words) => {
  const { code, signal, stderr } = await run(words ? [words] : [], '20.20.2');
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stderr).toMatch(/^Selvedge needs Node.js 24 or newer, and this is 20\.20\.2\..*\n$/);
});

test('without words, the command lists how to serve', async () => {
  await build();
  const { code, stderr } = await run([]);
  expect(code).toBe(2);
  for (const words of ['start', 'demo', 'doctor', 'invite create']) {
    expect(stderr).toMatch(new RegExp(`^ {2}${words} `, 'm'));
  }
});
