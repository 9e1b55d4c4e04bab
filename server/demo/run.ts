import { join } from 'node:path';
import { type Config, ConfigError } from '../src/config.ts';
import type { Logger } from '../src/platform/observability/log.ts';
import { createProduct } from '../src/product.ts';
import { startReplyingMember } from './answering/member.ts';
import { ANSWERER, emailOf, passwordOf, VISITOR } from './catalogue/members.ts';
import { seedDemo } from './seed.ts';

/** The URL at which this machine reaches a server that listens on `host`. */
const reachable = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

const welcome = (url: string): string => `
Selvedge is ready at ${url}, with the demo's catalogue.

  Sign in as     ${emailOf(VISITOR)}    password: ${passwordOf(VISITOR)}
  and write to   ${ANSWERER}, who replies automatically: open one of their listings, "Message Seller".
  Their side is  ${emailOf(ANSWERER)}   password: ${passwordOf(ANSWERER)}
`;

/** @returns a stop function @throws ConfigError when a setting points outside the data folder */
export async function runDemo(
  config: Config,
  log: Logger,
  print: (text: string) => void,
): Promise<() => Promise<void>> {
  if (config.databaseUrl !== `file:${join(config.dataDir, 'selvedge.db')}`) {
    throw new ConfigError(['DATABASE_URL: the demo stores everything in DATA_DIR; leave DATABASE_URL unset']);
  }
  await seedDemo(config, log, print);
  const product = await createProduct(config, log);
  const { port } = await product.listen();
  const member = startReplyingMember({
    url: `http://${reachable(config.host)}:${port}`,
    email: emailOf(ANSWERER),
    password: passwordOf(ANSWERER),
    log,
  });
  print(welcome(config.publicUrl));
  return async () => {
    member.close();
    await product.close();
  };
}
