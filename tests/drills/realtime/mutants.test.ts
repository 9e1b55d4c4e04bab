import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { binary, run } from '../../../scripts/child.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the drills need: the sources of both ends, and the drills themselves. */
const PARTS = [
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  'shared',
  'server',
  'web',
  'tests',
  'scripts',
];
const LEFT_OUT = /(^|\/)(node_modules|build|dist)$/;

interface Mutant {
  what: string;
  /** Replaces a text that occurs exactly once. */
  file: string;
  from: string;
  to: string;
  /** The drill that finds the mutant, and the title of the test that fails. */
  drill: string;
  title: string;
  /** The failure's message, where the test could fail for other reasons. */
  says?: RegExp;
}

const MUTANTS: Mutant[] = [
  {
    what: 'commits are not synced to disk',
    file: 'server/src/platform/db/sqlite.ts',
    from: "pragma('synchronous = FULL')",
    to: "pragma('synchronous = NORMAL')",
    drill: 'tests/server/platform/db/transact.test.ts',
    title: 'a unique violation is distinguished from other errors',
    says: /does not sync commits to disk/,
  },
  {
    what: 'the ack is sent before the commit',
    file: 'server/src/platform/db/group-commit.ts',
    from: `      settled.push(() => {
        job.resolve(value);
        effects.run(registered);
      });`,
    to: `      job.resolve(value);
      effects.run(registered);`,
    drill: 'tests/server/platform/db/transact.test.ts',
    title: 'whose commit fails runs no effects',
  },
  {
    what: 'the client id is ignored',
    file: 'server/src/conversations/next-message.ts',
    from: 'clientId: input.clientId,',
    to: 'clientId: crypto.randomUUID(),',
    drill: 'tests/drills/realtime/once.test.ts',
    title: 'a repeated id returns the first message',
  },
  {
    what: 'a rollback leaves its rows in memory',
    file: 'server/src/platform/db/sqlite.ts',
    from: 'onRollback: rows.rolledBack,',
    to: 'onRollback: () => undefined,',
    drill: 'tests/server/conversations/row-memory.test.ts',
    title: 'is dropped when a transaction is rolled back',
  },
  {
    what: 'writes of other processes leave rows in memory',
    file: 'server/src/platform/db/row-changes.ts',
    from: 'if (now === knownVersion) return;',
    to: 'if (now !== null) return;',
    drill: 'tests/server/conversations/row-memory.test.ts',
    title: 'is dropped when another process writes to the file',
  },
  {
    what: 'recorded client ids are not looked up',
    file: 'server/src/conversations/client-ids/client-ids.ts',
    from: 'if (recordedSeq(conversation) === 0) return false;',
    to: 'if (clientId) return false;',
    drill: 'tests/server/conversations/client-ids.test.ts',
    title: 'returns the first message on any node',
  },
  {
    what: 'client ids stay in memory after another process wrote',
    file: 'server/src/conversations/client-ids/client-ids.ts',
    from: 'reset: () => recent.clear(),',
    to: 'reset: () => undefined,',
    drill: 'tests/server/conversations/client-ids.test.ts',
    title: 'are used once each after any sequence of writes',
  },
  {
    what: 'the client does not catch up after a reconnect',
    file: 'web/src/conversations/store/store.ts',
    from: 'await missed.run();',
    to: '',
    drill: 'tests/web/conversations/store/session/connection.test.ts',
    title: 'messages missed while disconnected are loaded on reconnect',
  },
  {
    what: 'missed messages are found by time instead of seq',
    file: 'server/src/conversations/queries.ts',
    from: 'and(eq(conn.t.messages.conversationId, id), gt(conn.t.messages.seq, seq))',
    to: `and(eq(conn.t.messages.conversationId, id), gt(conn.t.messages.createdAt,
      sql\`(select m.created_at from messages m where m.conversation_id = \${id} and m.seq = \${seq})\`))`,
    drill: 'tests/realtime/clock.test.ts',
    title: "changes of the server's clock sign no one out",
    says: /an hour behind: expected .* to have a length/,
  },
  {
    what: 'a backup omits the write-ahead log',
    file: 'server/src/platform/db/snapshot/sqlite-snapshot.ts',
    from: 'await source.backup(copy, { progress: () => Number.MAX_SAFE_INTEGER });',
    to: `(await import('node:fs')).copyFileSync(file, copy);`,
    drill: 'tests/server/operator/export-import.test.ts',
    title: 'a backup includes rows of the write-ahead log',
  },
  {
    what: 'a restore does not verify checksums',
    file: 'server/src/operator/backups/copy/restore-copy.ts',
    from: 'await checkSums(folder, manifest);',
    to: 'void checkSums;',
    drill: 'tests/server/operator/export-import.test.ts',
    title: 'altered rows are refused',
  },
  {
    what: 'an import skips a table',
    file: 'server/src/operator/backups/copy/rows.ts',
    from: `    for await (const rows of readRows(folder, shape.name)) await filling.insert(shape, rows);`,
    to: `    for await (const rows of readRows(folder, shape.name))
      if (shape.name !== 'listings') await filling.insert(shape, rows);`,
    drill: 'tests/server/operator/export-import.test.ts',
    title: 'imported listings can be found by search',
    says: /FOREIGN KEY|differ after the import/,
  },
  {
    what: 'a node ignores a gap in the bus message numbers',
    file: 'server/src/platform/nodes/messages.ts',
    from: 'const hasGap = n > (last ?? 0) + 1;',
    to: 'const hasGap = false;',
    drill: 'tests/server/platform/nodes/messages.test.ts',
    title: 'a gap in the numbers is reported first',
  },
  {
    what: 'the outbox deletes a mail before the mail server accepts it',
    file: 'server/src/platform/mail/outbox.ts',
    from: '          await transport.send(',
    to: `          await db.transact((tx) => deleteMail(tx, id));
          await transport.send(`,
    drill: 'tests/server/platform/mail/outbox.test.ts',
    title: 'loses no mail in an hour without mail server',
  },
  {
    what: 'a sweep removes files in use',
    file: 'server/src/platform/media/sweep-orphans.ts',
    from: 'return files.filter(({ key }) => !known.has(widestKey(key)));',
    to: 'return files.filter(({ key }) => !known.has(key));',
    drill: 'tests/server/platform/media/orphans.test.ts',
    title: 'are removed from disk after a day',
  },
  {
    what: 'the steps of a migration run without a transaction',
    file: 'server/src/platform/db/migrate-sqlite.ts',
    from: 'sqlite.transaction(() => apply(sqlite, migration)).immediate()',
    to: 'apply(sqlite, migration)',
    drill: 'tests/server/platform/db/migrate.test.ts',
    title: 'a failed migration leaves everything unchanged',
  },
  {
    what: 'the size of an upload is not checked',
    file: 'server/src/platform/media/receive-file.ts',
    from: "stream.on('limit', () => fail(tooLarge(maxBytes, name)));",
    to: '',
    drill: 'tests/server/platform/media/limits.test.ts',
    title: 'a body without Content-Length is refused once too large',
  },
  {
    what: 'the number of pixels is not checked',
    file: 'server/src/platform/media/decode-picture.ts',
    from: 'if (header.width * header.height > PIXELS_MAX) {',
    to: 'if (header.width < 0) {',
    drill: 'tests/server/platform/media/upload-photo.test.ts',
    title: 'a pixel bomb is refused by its header',
  },
  {
    what: 'an upload leaves its temporary file behind',
    file: 'server/src/platform/media/receive-picture.ts',
    from: 'await file.remove();',
    to: '',
    drill: 'tests/server/platform/media/upload-photo.test.ts',
    title: 'refuses a file that is not a picture',
  },
  {
    what: 'a slow request body is never cut off',
    file: 'server/src/platform/http/slow-sender.ts',
    from: 'request.socket.destroy();',
    to: '',
    drill: 'tests/server/platform/http/http-server.test.ts',
    title: 'a body sent too slowly is cut off',
  },
];

const POSTGRES_MUTANTS: Mutant[] = [
  {
    what: 'nodes that start together all migrate',
    file: 'server/src/platform/db/migrate-postgres.ts',
    from: "await client.query('select pg_advisory_lock($1)', [LOCK]);",
    to: '',
    drill: 'tests/server/platform/db/migrate-beside-others.test.ts',
    title: 'runs once for several nodes that start at once',
    says: /"shout" of relation "users" already exists/,
  },
];

test.each([...MUTANTS, ...(bothEngines().includes('postgres') ? POSTGRES_MUTANTS : [])])(
  'the drills find a planted mutant: $what',
  async ({ what, file, from, to, drill, title, says = /1 failed/ }) => {
    const dir = makeTempDir();
    onTestFinished(() => dir.remove());
    for (const part of PARTS) {
      cpSync(join(ROOT, part), join(dir.path, part), {
        recursive: true,
        filter: (source) => !LEFT_OUT.test(source),
      });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(dir.path, 'node_modules'));
    const source = readFileSync(join(ROOT, file), 'utf8');
    expect(source.split(from), `${file} no longer contains the text`).toHaveLength(2);
    writeFileSync(
      join(dir.path, file),
      source.replace(from, () => to),
    );

    const args = [binary('vitest/vitest.mjs'), 'run', drill, '-t', title];
    const { code, output } = await run(args, { cwd: dir.path });
    expect(code, output).toBe(1);
    expect(output).toMatch(says);
    expect(output.split('\n').find((line) => line.includes('×'))).toContain(title);
    console.log(`planted "${what}": found by ${drill}`);
  },
  120_000,
);
