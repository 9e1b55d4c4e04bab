import { join } from 'node:path';
import { type Config, ConfigError } from '../src/config.ts';
import type { Logger } from '../src/observability/log.ts';
import { startServer } from '../src/server.ts';
import { startAnsweringMember } from './answering/member.ts';
import { ANSWERER, emailOf, passwordOf, VISITOR } from './catalogue/members.ts';
import { seedDemo } from './seed.ts';

/** Where this machine reaches a server that listens on `host`. */
const reachable = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

const welcome = (url: string): string => `
Selvedge is ready at ${url}, with the demo's catalogue.

  Sign in as     ${emailOf(VISITOR)}    password: ${passwordOf(VISITOR)}
  and write to   ${ANSWERER}, who answers without anybody's help: open one of their listings, "Message Seller".
  Their side is  ${emailOf(ANSWERER)}   password: ${passwordOf(ANSWERER)}
`;

/**
 * The product on a data folder of its own, with a catalogue, members, and one of them answering.
 * @param tell prints a line for the person who started it.
 * @returns how to stop it.
 * @throws ConfigError when a setting leads away from that folder.
 */
export async function runDemo(
  config: Config,
  log: Logger,
  tell: (text: string) => void,
): Promise<() => Promise<void>> {
  if (config.databaseUrl !== `file:${join(config.dataDir, 'selvedge.db')}`) {
    throw new ConfigError(['DATABASE_URL: the demo keeps everything in DATA_DIR; leave this one unset']);
  }
  await seedDemo(config, log, tell);
  const server = await startServer(config, log);
  const member = startAnsweringMember({
    url: `http://${reachable(config.host)}:${server.port}`,
    email: emailOf(ANSWERER),
    password: passwordOf(ANSWERER),
    log,
  });
  tell(welcome(config.publicUrl));
  return async () => {
    member.close();
    await server.close();
  };
}
