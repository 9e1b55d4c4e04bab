// Installs packages, for the bootstrap and for tools with their own lock file. Has no dependencies and also
// runs on old versions of Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A lock folder that is older than this and has no process id was abandoned before the id was written. */
const LOCK_WITHOUT_PID_MS = 5_000;
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED/;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid) return !isAlive(pid);
    return Date.now() - statSync(lock).mtimeMs > LOCK_WITHOUT_PID_MS;
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false });
    return made !== undefined && Date.now() - made.mtimeMs > LOCK_WITHOUT_PID_MS;
  }
}

/** Runs `work` under a lock: when two commands install at the same time, the second waits for the first. */
async function withLock(folder, work) {
  const lock = join(folder, '.installing');
  const release = () => rmSync(lock, { recursive: true, force: true });
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isAbandoned(lock)) release();
      else if (!isWaiting) console.log('Waiting for another command to finish installing …');
      await pause(300);
    }
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  process.on('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * The npm that runs this command, started with its own Node to avoid the shell that npm's script needs on
 * Windows.
 */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.js$/.test(cli))
    return [process.env.npm_node_execpath ?? process.execPath, [cli], false];
  return ['npm', [], process.platform === 'win32'];
}

function runNpm(folder) {
  const [program, before, shell] = npmCommand();
  // Including development packages, whatever NODE_ENV says: they build the client.
  const args = [
    ...before,
    'ci',
    '--include=dev',
    '--no-progress',
    '--loglevel=error',
    '--fetch-retry-maxtimeout=20000',
  ];
  const npm = spawn(program, args, { cwd: folder, shell, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  npm.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const end = () => npm.kill();
  process.on('exit', end);
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ code: 1, output: error.message }));
    npm.on('close', (code) => resolve({ code: code ?? 1, output }));
  }).finally(() => process.off('exit', end));
}

/** Shows the elapsed time: continuously on a terminal, otherwise once at the end. */
function showProgress(text) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const isTerminal = process.stdout.isTTY === true;
  process.stdout.write(isTerminal ? `${text} …` : `${text} …\n`);
  const tick = isTerminal && setInterval(() => process.stdout.write(`\r${text} … ${seconds()}`), 1000);
  return (outcome) => {
    clearInterval(tick);
    process.stdout.write(`${isTerminal ? '\r' : ''}${text}: ${outcome} after ${seconds()}\n`);
  };
}

/**
 * Installs the packages in a folder's lock file, unless exactly these are installed already for this platform
 * and `abi`.
 * @param {string} folder has package.json and package-lock.json
 * @param {string} what name for the progress line, like "Node.js"
 * @param {string} abi version of Node's native interface, if packages depend on it
 * @throws an error with a sentence for the user
 */
export async function install(folder, what, abi) {
  const stamp = join(folder, 'node_modules', '.stamp');
  const key = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${abi}`)
    .digest('hex');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === key;
  if (isInstalled()) return;
  await withLock(folder, async () => {
    if (isInstalled()) return;
    rmSync(stamp, { force: true });
    const finish = showProgress(`Installing ${what}`);
    const { code, output } = await runNpm(folder);
    finish(code === 0 ? 'done' : 'failed');
    if (code === 0) return writeFileSync(stamp, key);
    const reason = OFFLINE.test(output)
      ? 'The package registry is unreachable. Run the command again when this machine is online.'
      : "See npm's output above.";
    throw new Error(`${output.trim()}\n\nInstalling ${what} failed. ${reason}`);
  });
}
