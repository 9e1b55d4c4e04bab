import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { OFFER_ANSWERS } from '@selvedge/shared/deals/offers';
import { follow } from './follow.ts';
import { type Credentials, createSession, type Session } from './session.ts';
import { answerOffer, list, makeOffer, markRead, type Print, read, send } from './verbs.ts';

const CHAT_USAGE = `Usage: npm run -s selvedge -- chat <verb> [--url <address>] [--email <address>]

  list                            my conversations, newest message first
  read <conversation>             its newest messages; with --after <seq>, all after that one
  send <conversation> [<text>]    sends a text, or each line of standard input
  offer make <conversation> <amount>
                                  makes an offer; --price <price> is the one you see, for a listing
  offer accept|decline|withdraw <offer>
                                  answers an offer, or takes mine back; to accept, with --price
  follow                          prints events until stopped; after a disconnect, also those missed meanwhile
  mark-read <conversation>        marks it read up to its end, or up to --seq <seq>

Sign-in: SELVEDGE_TOKEN, an API key with the scope chat, or an access token; or --email, with the password in
SELVEDGE_PASSWORD or on the first line of standard input. Prints one line of JSON per result, and errors to standard error.`;

const OPTIONS = {
  url: { type: 'string' },
  email: { type: 'string' },
  after: { type: 'string' },
  seq: { type: 'string' },
  price: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

class UsageError extends Error {}

interface Environment {
  env: Record<string, string | undefined>;
  input: AsyncIterator<string>;
  print: (line: string) => void;
  stopped: () => Promise<unknown>;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toSeq(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes the number of a message`);
  return Number(text);
}

async function credentialsOf(email: string | undefined, { env, input }: Environment): Promise<Credentials> {
  if (email === undefined) {
    if (!env.SELVEDGE_TOKEN) throw new UsageError('Not signed in: set SELVEDGE_TOKEN, or pass --email');
    return { token: env.SELVEDGE_TOKEN };
  }
  const password = env.SELVEDGE_PASSWORD ?? (await input.next()).value;
  if (!password)
    throw new UsageError('The password is missing: set SELVEDGE_PASSWORD, or pass it on standard input');
  return { email, password };
}

/** @throws UsageError */
function offerVerb(what: string, words: string[], price: string | undefined) {
  const listingPrice = price === undefined ? {} : { listingPrice: price };
  const [id = '', amount = ''] = words;
  if (what === 'make' && words.length === 2) {
    return (session: Session, print: Print) =>
      makeOffer(session, print, { conversationId: id, amount, ...listingPrice });
  }
  const answer = OFFER_ANSWERS.find((one) => one === what);
  if (!answer || words.length !== 1) throw new UsageError(CHAT_USAGE);
  return (session: Session, print: Print) =>
    answerOffer(session, print, { offerId: id, answer, ...listingPrice });
}

async function run(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parse(args);
  if (values.help) {
    for (const line of CHAT_USAGE.split('\n')) environment.print(line);
    return;
  }
  const [verb, conversation, ...words] = positionals;
  const print = (line: object) => environment.print(JSON.stringify(line));
  const url = values.url ?? environment.env.PUBLIC_URL ?? `http://localhost:${environment.env.PORT ?? 3000}`;
  const isKnown =
    verb === 'list' || verb === 'follow' ? conversation === undefined : conversation !== undefined;
  const verbs: Record<string, (session: ReturnType<typeof createSession>, id: string) => Promise<void>> = {
    list: (session) => list(session, print),
    follow: (session) => follow(session, print, environment.stopped()),
    read: (session, id) => read(session, print, id, toSeq('after', values.after)),
    'mark-read': (session, id) => markRead(session, print, id, toSeq('seq', values.seq)),
    offer: (session, what) => offerVerb(what, words, values.price)(session, print),
    send: (session, id) =>
      send(
        session,
        print,
        id,
        words.length > 0 ? [words.join(' ')] : { [Symbol.asyncIterator]: () => environment.input },
      ),
  };
  const runVerb = verbs[verb ?? ''];
  const takesWords = verb === 'send' || verb === 'offer';
  if (!runVerb || !isKnown || (!takesWords && words.length > 0)) throw new UsageError(CHAT_USAGE);
  if (verb === 'offer') offerVerb(conversation ?? '', words, values.price);
  await runVerb(createSession(url, await credentialsOf(values.email, environment)), conversation ?? '');
}

/** The lines of the standard input, read only on demand. */
async function* linesOfInput(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's own message does not say why the server cannot be reached; the cause does.
  return error.message === 'fetch failed' ? `Cannot reach the server: ${String(error.cause)}` : error.message;
}

/**
 * A chat client for terminals and scripts that talks to a server through its public API, as a member.
 * @returns the exit code: 0 done, 1 the command failed, 2 the arguments match no command.
 */
export async function chat(
  args: string[],
  env: Record<string, string | undefined>,
  { print, printError }: { print: (line: string) => void; printError: (line: string) => void },
): Promise<number> {
  const stopped = () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  try {
    await run(args, { env, input: linesOfInput(), print, stopped });
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = messageOf(error);
    for (const line of isUsage ? message.split('\n') : [message]) printError(line);
    return isUsage ? 2 : 1;
  }
}
