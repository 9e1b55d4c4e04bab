import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { follow } from './follow.ts';
import { type Credentials, createSession } from './session.ts';
import { list, markRead, read, send } from './verbs.ts';

const CHAT_USAGE = `Usage: npm run -s selvedge -- chat <verb> [--url <address>] [--email <address>]

  list                            my conversations, the newest message first
  read <conversation>             its newest messages; with --after <seq> all that follow that one
  send <conversation> [<text>]    sends a text, or each line of the standard input
  follow                          tells what happens until it is stopped; after a cut, what was said and changed meanwhile too
  mark-read <conversation>        reads it to its end, or to --seq <seq>

Who I am: SELVEDGE_TOKEN, an access token; or --email, and the password in SELVEDGE_PASSWORD or in the first
line of the standard input. Prints a line of JSON for each thing, and what is wrong to the standard error.`;

const OPTIONS = {
  url: { type: 'string' },
  email: { type: 'string' },
  after: { type: 'string' },
  seq: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The words name no command. */
class Misuse extends Error {}

interface Surroundings {
  env: Record<string, string | undefined>;
  /** Lines of the standard input. */
  input: AsyncIterator<string>;
  tell: (line: string) => void;
  /** Resolves when the person stops the command. */
  stopped: () => Promise<unknown>;
}

function understand(given: string[]) {
  try {
    return parseArgs({ args: given, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

function toSeq(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Misuse(`--${name} takes the number of a message`);
  return Number(text);
}

async function credentialsOf(email: string | undefined, { env, input }: Surroundings): Promise<Credentials> {
  if (email === undefined) {
    if (!env.SELVEDGE_TOKEN) throw new Misuse('Say who you are: SELVEDGE_TOKEN, or --email');
    return { token: env.SELVEDGE_TOKEN };
  }
  const password = env.SELVEDGE_PASSWORD ?? (await input.next()).value;
  if (!password) throw new Misuse('The password is missing: SELVEDGE_PASSWORD, or the standard input');
  return { email, password };
}

async function run(given: string[], around: Surroundings): Promise<void> {
  const { values, positionals } = understand(given);
  if (values.help) return around.tell(CHAT_USAGE);
  const [verb, conversation, ...words] = positionals;
  const tell = (line: object) => around.tell(JSON.stringify(line));
  const url = values.url ?? around.env.PUBLIC_URL ?? `http://localhost:${around.env.PORT ?? 3000}`;
  const isKnown =
    verb === 'list' || verb === 'follow' ? conversation === undefined : conversation !== undefined;
  const verbs: Record<string, (session: ReturnType<typeof createSession>, id: string) => Promise<void>> = {
    list: (session) => list(session, tell),
    follow: (session) => follow(session, tell, around.stopped()),
    read: (session, id) => read(session, tell, id, toSeq('after', values.after)),
    'mark-read': (session, id) => markRead(session, tell, id, toSeq('seq', values.seq)),
    send: (session, id) =>
      send(
        session,
        tell,
        id,
        words.length > 0 ? [words.join(' ')] : { [Symbol.asyncIterator]: () => around.input },
      ),
  };
  const does = verbs[verb ?? ''];
  if (!does || !isKnown || (verb !== 'send' && words.length > 0)) throw new Misuse(CHAT_USAGE);
  await does(createSession(url, await credentialsOf(values.email, around)), conversation ?? '');
}

/** The lines of the standard input, read only when they are asked for. */
async function* linesOfInput(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's own message does not name the reason that a server is not reached; the cause does.
  return error.message === 'fetch failed' ? `No server answers: ${String(error.cause)}` : error.message;
}

/**
 * A chat client for terminals and scripts, which talks to a server over its public interface, as a member.
 * @returns the exit code: 0 done, 1 the command failed, 2 the words name no command.
 */
export async function chat(
  given: string[],
  env: Record<string, string | undefined>,
  { tell, complain }: { tell: (line: string) => void; complain: (line: string) => void },
): Promise<number> {
  const stopped = () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  try {
    await run(given, { env, input: linesOfInput(), tell, stopped });
    return 0;
  } catch (error) {
    complain(messageOf(error));
    return error instanceof Misuse ? 2 : 1;
  }
}
