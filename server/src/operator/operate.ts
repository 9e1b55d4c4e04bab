import { ConfigError, readConfig } from '../config.ts';
import { AppError } from '../core/errors.ts';
import { UnusableDatabase } from '../db/unusable.ts';
import { createLog } from '../observability/log.ts';
import { chat } from './chat/chat.ts';
import type { Command } from './command.ts';
import { backup, exportAll, restore } from './copies/commands.ts';
import { examine } from './doctor/doctor.ts';
import { resetTwoStepOf } from './reset-two-step.ts';
import { grantAdmin, revokeAdmin } from './set-admin.ts';
import { restoreUser, suspendUser } from './suspend-user.ts';

const NAME = ['<username>'];
const FOLDER = ['<folder>'];
const COMMANDS: Command[] = [
  {
    words: 'doctor',
    args: [],
    does: 'looks at all that the installation rests on, and says what to do',
    run: examine,
  },
  { words: 'admin grant', args: NAME, does: 'makes somebody an admin', run: grantAdmin },
  { words: 'admin revoke', args: NAME, does: 'makes them an ordinary member again', run: revokeAdmin },
  {
    words: 'user suspend',
    args: NAME,
    does: 'signs somebody out, keeps them out, hides their items',
    run: suspendUser,
  },
  { words: 'user restore', args: NAME, does: 'lets them sign in again, shows their items', run: restoreUser },
  {
    words: 'user reset-two-step',
    args: NAME,
    does: 'removes an authenticator app that is lost',
    run: resetTwoStepOf,
  },
  { words: 'backup', args: FOLDER, does: 'copies the whole instance into a new folder', run: backup },
  { words: 'restore', args: FOLDER, does: 'makes an empty instance what a backup holds', run: restore },
  { words: 'export', args: FOLDER, does: 'as backup, in a form for every database', run: exportAll },
  { words: 'import', args: FOLDER, does: 'as restore, from what was exported', run: restore },
];

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const formOf = ({ words, args }: Command): string => [words, ...args].join(' ');

function usage(): string {
  const width = Math.max(...COMMANDS.map((command) => formOf(command).length));
  const lines = COMMANDS.map((command) => `  ${formOf(command).padEnd(width)}   ${command.does}`);
  return [
    'Usage: npm run selvedge -- <command>',
    '',
    ...lines,
    '',
    'It works on what the settings name, also while the server runs, but for restore and import; `chat --help` talks to a server.',
  ].join('\n');
}

interface Words {
  command: Command;
  rest: string[];
}

function understand(given: string[]): Words | null {
  for (const command of COMMANDS) {
    const words = command.words.split(' ');
    const rest = given.slice(words.length);
    const isNamed = words.every((word, at) => given[at] === word);
    if (isNamed && rest.length === command.args.length) return { command, rest };
  }
  return null;
}

interface Outlet {
  tell: (line: string) => void;
  complain: (line: string) => void;
}

/**
 * The operator's tool: runs the command that the words after `npm run selvedge --` name.
 * @returns the exit code: 0 done, 1 the command failed, 2 the words name no command.
 */
export async function operate(
  given: string[],
  env: Record<string, string | undefined>,
  { tell, complain }: Outlet = { tell: console.log, complain: console.error },
): Promise<number> {
  if (['help', '--help', '-h'].includes(given[0] ?? '')) {
    tell(usage());
    return DONE;
  }
  if (given[0] === 'chat') return chat(given.slice(1), env, { tell, complain });
  const understood = understand(given);
  if (!understood) {
    complain(usage());
    return MISUSED;
  }
  try {
    const config = readConfig({ LOG_LEVEL: 'warn', ...env });
    await understood.command.run({ config, log: createLog(config.logLevel), tell }, ...understood.rest);
    return DONE;
  } catch (error) {
    const isMendable = [AppError, ConfigError, UnusableDatabase].some((kind) => error instanceof kind);
    complain(String(error instanceof Error ? error[isMendable ? 'message' : 'stack'] : error));
    return FAILED;
  }
}
