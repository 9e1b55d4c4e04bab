import { ConfigError, readConfig } from '../config.ts';
import { AppError } from '../platform/core/errors.ts';
import { printable } from '../platform/core/printable.ts';
import { UnusableFolder } from '../platform/core/writable-folder.ts';
import { UnusableDatabase } from '../platform/db/unusable.ts';
import { createLog } from '../platform/observability/log.ts';
import { listBackups, makeBackup, restoreBackup } from './backups.ts';
import { chat } from './chat/chat.ts';
import type { Command } from './command.ts';
import { backup, exportAll, restore } from './copies.ts';
import { runDoctor } from './doctor/doctor.ts';
import { getSetting, setSetting } from './instance.ts';
import { inviteCreate, inviteList, inviteRevoke } from './invites.ts';
import { resetTwoStepOf } from './reset-two-step.ts';
import { grantAdmin, revokeAdmin } from './set-admin.ts';
import { restoreUser, suspendUser } from './suspend-user.ts';
import { verifyVouches } from './verify-vouches.ts';

const NAME = ['<username>'];
const FOLDER = ['<folder>'];
const COMMANDS: Command[] = [
  {
    words: 'doctor',
    args: [],
    summary: 'checks the installation and suggests fixes',
    run: runDoctor,
  },
  { words: 'admin grant', args: NAME, summary: 'makes a member an admin', run: grantAdmin },
  { words: 'admin revoke', args: NAME, summary: 'revokes admin rights', run: revokeAdmin },
  {
    words: 'user suspend',
    args: NAME,
    summary: 'signs a member out, bars sign-in, hides their items',
    run: suspendUser,
  },
  {
    words: 'user suspend',
    args: ['<username>', '<days>'],
    summary: 'the same, for some days',
    run: suspendUser,
  },
  { words: 'user restore', args: NAME, summary: 'allows sign-in again, shows their items', run: restoreUser },
  {
    words: 'user reset-two-step',
    args: NAME,
    summary: 'removes a lost authenticator app',
    run: resetTwoStepOf,
  },
  { words: 'instance get', args: [], summary: 'shows all settings of the instance', run: getSetting },
  { words: 'instance get', args: ['<key>'], summary: 'shows one of them', run: getSetting },
  {
    words: 'instance set',
    args: ['<key>', '<value>'],
    summary: 'changes one: `instance set features.offers on`, `instance set logo ./mark.svg`',
    run: setSetting,
  },
  {
    words: 'instance set',
    args: ['<key>', '<value>', '--force'],
    summary: 'the same, for the currency although there are prices: their numbers stay',
    run: setSetting,
  },
  {
    words: 'invite create',
    args: [],
    summary: 'makes a link for one new member, good for 7 days',
    run: inviteCreate,
  },
  {
    words: 'invite create',
    args: ['<uses>', '<days>'],
    summary: 'the same, for up to 100 members and 90 days',
    run: inviteCreate,
  },
  {
    words: 'invite create',
    args: ['<uses>', '<days>', '<note>'],
    summary: 'the same, with a note for admins',
    run: inviteCreate,
  },
  { words: 'invite list', args: [], summary: 'shows all invitations', run: inviteList },
  { words: 'invite revoke', args: ['<id>'], summary: 'revokes one; its members stay', run: inviteRevoke },
  { words: 'backup', args: FOLDER, summary: 'copies the whole instance into a new folder', run: backup },
  { words: 'restore', args: FOLDER, summary: 'restores a backup into an empty instance', run: restore },
  {
    words: 'backups list',
    args: [],
    summary: 'lists the backups in BACKUP_DIR or the bucket',
    run: listBackups,
  },
  {
    words: 'backups make',
    args: [],
    summary: 'makes one there now, and removes expired ones',
    run: makeBackup,
  },
  {
    words: 'backups restore',
    args: ['<name>'],
    summary: 'restores one of them, or `latest`, into an empty instance',
    run: restoreBackup,
  },
  { words: 'export', args: FOLDER, summary: 'like backup, in a format for either database', run: exportAll },
  { words: 'import', args: FOLDER, summary: 'like restore, from an export', run: restore },
  {
    words: 'vouches verify',
    args: ['<file>'],
    summary: 'checks a saved list of vouches of this instance',
    run: (operating, file = '') => verifyVouches(operating, { file }),
  },
  {
    words: 'vouches verify',
    args: ['<file>', '<keys>'],
    summary: 'the same, with saved keys',
    run: (operating, file = '', keys = '') => verifyVouches(operating, { file, keys }),
  },
  {
    words: 'vouches verify',
    args: ['<file>', '--issuer', '<url>'],
    summary: 'checks a list of another instance, which you trust, with the keys that it publishes',
    run: (operating, file = '', _flag = '', issuer = '') => verifyVouches(operating, { file, issuer }),
  },
  {
    words: 'vouches verify',
    args: ['<file>', '<keys>', '--issuer', '<url>'],
    summary: 'the same, with saved keys',
    run: (operating, file = '', keys = '', _flag = '', issuer = '') =>
      verifyVouches(operating, { file, keys, issuer }),
  },
];

const DONE = 0;
const FAILED = 1;
const USAGE_ERROR = 2;

type Form = Pick<Command, 'words' | 'args' | 'summary'>;

const formOf = ({ words, args }: Form): string => [words, ...args].join(' ');

const PROGRAM = 'npm run selvedge --';

function usage(program: string, more: Form[]): string[] {
  const forms = [...more, ...COMMANDS];
  const width = Math.max(...forms.map((command) => formOf(command).length));
  const lines = forms.map((command) => `  ${formOf(command).padEnd(width)}   ${command.summary}`);
  return [
    `Usage: ${program} <command>`,
    '',
    ...lines,
    '',
    'Uses the configured instance; the server may be running, except for restore and import. See also `chat --help`.',
  ];
}

interface Words {
  command: Command;
  rest: string[];
}

function parse(args: string[]): Words | null {
  for (const command of COMMANDS) {
    const words = command.words.split(' ');
    const rest = args.slice(words.length);
    const isNamed = words.every((word, at) => args[at] === word);
    const fits =
      rest.length === command.args.length &&
      command.args.every((arg, at) => !arg.startsWith('--') || rest[at] === arg);
    if (isNamed && fits) return { command, rest };
  }
  return null;
}

interface Terminal {
  print: (line: string) => void;
  printError: (line: string) => void;
}

/** The only way to the terminal for every command: no value that is printed can control it. */
const safely = ({ print, printError }: Terminal): Terminal => ({
  print: (line) => print(printable(line)),
  printError: (line) => printError(printable(line)),
});

interface Output extends Terminal {
  /** How the tool was called. */
  program?: string;
  /** Commands of that program besides these. */
  more?: Form[];
}

/** What to print of an error. A message that can name what others wrote stays one line. */
function linesOf(error: unknown): string[] {
  if (error instanceof AppError) return [error.message];
  const isExpected = [ConfigError, UnusableDatabase, UnusableFolder].some((kind) => error instanceof kind);
  return String(error instanceof Error ? error[isExpected ? 'message' : 'stack'] : error).split('\n');
}

/** @returns the exit code: 0 done, 1 the command failed, 2 the arguments match no command */
export async function operate(
  args: string[],
  env: Record<string, string | undefined>,
  { program = PROGRAM, more = [], ...terminal }: Output = {
    print: console.log,
    printError: console.error,
  },
): Promise<number> {
  const { print, printError } = safely(terminal);
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    for (const line of usage(program, more)) print(line);
    return DONE;
  }
  if (args[0] === 'chat') return chat(args.slice(1), env, { print, printError });
  const parsed = parse(args);
  if (!parsed) {
    for (const line of usage(program, more)) printError(line);
    return USAGE_ERROR;
  }
  try {
    const config = readConfig({ LOG_LEVEL: 'warn', ...env });
    await parsed.command.run({ config, log: createLog(config.logLevel), print }, ...parsed.rest);
    return DONE;
  } catch (error) {
    for (const line of linesOf(error)) printError(line);
    return FAILED;
  }
}
