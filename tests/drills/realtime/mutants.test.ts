import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { binary, run } from '../../../scripts/child.ts';
import { engines } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the drills run: the sources of both ends, and the drills themselves. */
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
const LEFT_OUT = /(^|\/)(node_modules|build|dist|data)$/;

interface Mutant {
  what: string;
  /** Where one text, which stands there once, gives way to another. */
  file: string;
  from: string;
  to: string;
  /** The drill that finds it, by the title that goes red. */
  drill: string;
  title: string;
  /** What it then says, where more than one thing could turn it red. */
  says?: RegExp;
}

const MUTANTS: Mutant[] = [
  {
    what: 'commits that are not synced to disk',
    file: 'server/src/db/sqlite.ts',
    from: "pragma('synchronous = FULL')",
    to: "pragma('synchronous = NORMAL')",
    drill: 'tests/server/db/transact.test.ts',
    title: 'a taken unique key is told apart from other errors',
    says: /does not sync commits to disk/,
  },
  {
    what: 'an ack before the commit',
    file: 'server/src/db/group-commit.ts',
    from: `      settled.push(() => {
        job.resolve(value);
        effects.run(registered);
      });`,
    to: `      job.resolve(value);
      effects.run(registered);`,
    drill: 'tests/server/db/transact.test.ts',
    title: 'whose commit fails is not answered as if it had not',
  },
  {
    what: 'no look at the client id',
    file: 'server/src/conversations/next-message.ts',
    from: 'clientId: input.clientId,',
    to: 'clientId: uuidv7(),',
    drill: 'tests/drills/realtime/once.test.ts',
    title: 'the same id with other words',
  },
  {
    what: 'no look at what was missed after a connection was lost',
    file: 'web/src/conversations/store/store.ts',
    from: 'await catchUp.run();',
    to: '',
    drill: 'tests/web/conversations/store.test.ts',
    title: 'what was missed while away is there after the next connection',
  },
  {
    what: 'what was missed told by its time instead of its place',
    file: 'server/src/conversations/queries.ts',
    from: 'and(eq(conn.t.messages.conversationId, id), gt(conn.t.messages.seq, seq))',
    to: `and(eq(conn.t.messages.conversationId, id), gt(conn.t.messages.createdAt,
      sql\`(select m.created_at from messages m where m.conversation_id = \${id} and m.seq = \${seq})\`))`,
    drill: 'tests/realtime/clock.test.ts',
    title: 'a clock that is set moves neither order nor unread',
    says: /an hour late: expected .* to have a length/,
  },
  {
    what: 'a backup of the database file without its log of writes',
    file: 'server/src/db/snapshot/sqlite-snapshot.ts',
    from: 'await source.backup(copy, { progress: () => Number.MAX_SAFE_INTEGER });',
    to: `(await import('node:fs')).copyFileSync(file, copy);`,
    drill: 'tests/server/operator/moving.test.ts',
    title: 'a backup has what stands in the log of writes alone',
  },
  {
    what: 'a restore that does not compare sums',
    file: 'server/src/operator/copies/restore-copy.ts',
    from: 'await checkSums(folder, manifest);',
    to: 'void checkSums;',
    drill: 'tests/server/operator/moving.test.ts',
    title: 'rows that are not what was exported are refused',
  },
  {
    what: 'an import that skips a table',
    file: 'server/src/operator/copies/rows.ts',
    from: `    for await (const rows of readRows(folder, shape.name)) await filling.insert(shape, rows);`,
    to: `    for await (const rows of readRows(folder, shape.name))
      if (shape.name !== 'listings') await filling.insert(shape, rows);`,
    drill: 'tests/server/operator/moving.test.ts',
    title: 'what was moved is found by search',
    says: /FOREIGN KEY|differ after the import/,
  },
  {
    what: 'a node that ignores a hole in the numbers of letters',
    file: 'server/src/nodes/messages.ts',
    from: 'const isHole = n > (last ?? 0) + 1;',
    to: 'const isHole = false;',
    drill: 'tests/server/nodes/messages.test.ts',
    title: 'a hole in the numbers is told before what follows it',
  },
  {
    what: 'an outbox that removes a mail before a mail server has taken it',
    file: 'server/src/mail/outbox.ts',
    from: '          await transport.send(',
    to: `          await db.transact((tx) => deleteMail(tx, id));
          await transport.send(`,
    drill: 'tests/server/mail/outbox.test.ts',
    title: 'a mail server that is down for an hour loses nothing',
  },
  {
    what: 'a sweep that removes files in use',
    file: 'server/src/uploads/sweep-orphans.ts',
    from: 'return files.filter(({ key }) => !known.has(widestKey(key)));',
    to: 'return files.filter(({ key }) => !known.has(key));',
    drill: 'tests/server/uploads/orphans.test.ts',
    title: 'are removed from disk after a day',
  },
  {
    what: 'steps of a migration each by itself',
    file: 'server/src/db/migrate-sqlite.ts',
    from: 'sqlite.transaction(() => apply(sqlite, migration)).immediate()',
    to: 'apply(sqlite, migration)',
    drill: 'tests/server/db/migrate.test.ts',
    title: 'a migration that fails leaves everything as it was',
  },
  {
    what: 'no look at the size of a file that comes in',
    file: 'server/src/uploads/receive-file.ts',
    from: "stream.on('limit', () => fail(tooLarge(maxBytes, name)));",
    to: '',
    drill: 'tests/server/uploads/limits.test.ts',
    title: 'a body that never tells its length is refused when it has become too long',
  },
  {
    what: 'no look at how many pixels a picture has',
    file: 'server/src/uploads/decode-picture.ts',
    from: 'if (header.width * header.height > PIXELS_MAX) {',
    to: 'if (header.width < 0) {',
    drill: 'tests/server/uploads/take-in.test.ts',
    title: 'a bomb of pixels is refused by its header',
  },
  {
    what: 'a file that stays where it was taken in',
    file: 'server/src/uploads/receive-picture.ts',
    from: 'await file.remove();',
    to: '',
    drill: 'tests/server/uploads/take-in.test.ts',
    title: 'what is not a picture is refused by its bytes',
  },
  {
    what: 'a body that may take as long as it likes',
    file: 'server/src/http/slow-sender.ts',
    from: 'request.socket.destroy();',
    to: '',
    drill: 'tests/server/http/http-server.test.ts',
    title: 'who sends less, be it a little, is hung up on',
  },
];

const POSTGRES_MUTANTS: Mutant[] = [
  {
    what: 'nodes that start together and migrate together',
    file: 'server/src/db/migrate-postgres.ts',
    from: "await client.query('select pg_advisory_lock($1)', [LOCK]);",
    to: '',
    drill: 'tests/server/db/migrate-beside-others.test.ts',
    title: 'is done once, by one of the nodes that start together',
    says: /"shout" of relation "users" already exists/,
  },
];

test.each([...MUTANTS, ...(engines().includes('postgres') ? POSTGRES_MUTANTS : [])])(
  'planted: $what',
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
    expect(source.split(from), `${file} has other words now`).toHaveLength(2);
    writeFileSync(
      join(dir.path, file),
      source.replace(from, () => to),
    );

    const args = [binary('vitest/vitest.mjs'), 'run', drill, '-t', title];
    const { code, output } = await run(args, { cwd: dir.path });
    expect(code, output).toBe(1);
    expect(output).toMatch(says);
    expect(output.split('\n').find((line) => line.includes('×'))).toContain(title);
    console.log(`planted: ${what}; found by ${drill}`);
  },
  120_000,
);
