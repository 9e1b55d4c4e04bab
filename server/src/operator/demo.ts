import { ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { startServer } from '../server.ts';
import { startAnsweringMember } from './demo/answering-member.ts';
import { ANSWERER, emailOf, passwordOf, VISITOR } from './demo/catalogue/members.ts';
import { seedDemo } from './demo/seed.ts';

const tell = (text: string) => console.log(text);

const signIns = (url: string) => `
The Selvedge demo is ready at ${url}

  Sign in as   ${emailOf(VISITOR)}   password: ${passwordOf(VISITOR)}
  or as        ${emailOf(ANSWERER)}   password: ${passwordOf(ANSWERER)}

${ANSWERER} answers by himself: sign in as ${VISITOR}, open one of his listings, and write to him.
`;

try {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const log = createLog(config.logLevel);
  await seedDemo(config, log, tell);
  const server = await startServer(config, log);
  const sendHome = startAnsweringMember({
    url: config.publicUrl,
    email: emailOf(ANSWERER),
    password: passwordOf(ANSWERER),
  });
  tell(signIns(config.publicUrl));

  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    sendHome();
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
