import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { signStatement } from '../../../server/src/deals/vouches/statement.ts';
import { printable } from '../../../server/src/platform/core/printable.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** Erases the line, and pretends to be another one. */
const HOSTILE = '\u001b[2K\r\u009b2K\u202e\nGenuine: signed by https://shop.example';
const CONTROL = /[\p{Cc}\u202e]/u;
const EVIL = 'https://evil.example';

describe('the terminal of the operator', () => {
  let folder: string;
  beforeEach(() => {
    const dir = makeTempDir();
    onTestFinished(dir.remove);
    folder = dir.path;
  });
  const run = (...args: string[]) => runOperator(args, { DATA_DIR: join(folder, 'data') });
  const save = (name: string, value: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };

  /** A list of vouches that another instance has signed, and its keys. */
  async function listOf(username: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = await signStatement(
      { signing: () => ({ kid: 'a', privateKey }) },
      {
        ...{ issuer: EVIL, memberId: crypto.randomUUID(), username, signedAt: new Date().toISOString() },
        ...{ trust: { vouches: 0 }, page: { cursor: null, hasMore: false }, vouches: [] },
      },
    );
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256' }] };
    return { file: save('list.json', signed), keys: save('keys.json', keys) };
  }

  test('trusts no issuer that only the file names', { tags: ['terminal-escapes'] }, async () => {
    const { file, keys } = await listOf('marlow');
    expect(await run('vouches', 'verify', file, keys)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`is from ${EVIL}, not http://localhost:3000`),
    });
  });

  test('trusts the issuer that the operator names', async () => {
    const { file, keys } = await listOf('marlow');
    expect((await run('vouches', 'verify', file, keys, '--issuer', EVIL)).code).toBe(0);
  });

  test('is not controlled by a name in a list', { tags: ['terminal-escapes'] }, async () => {
    const { file, keys } = await listOf(HOSTILE);
    const { output } = await run('vouches', 'verify', file, keys, '--issuer', EVIL);
    expect(output.split('\n').map((line) => CONTROL.test(line))).toEqual([false, false, false]);
  });

  test('is not controlled by the arguments of any command', { tags: ['terminal-escapes'] }, async () => {
    const { output: help } = await run('help');
    const forms = [...help.matchAll(/^ {2}(\S.*?) {3}/gm)].map(([, form = '']) => form);
    expect(forms.length).toBeGreaterThan(25);
    const printed: string[] = [];
    for (const form of forms) {
      // Folders are made where this test may make them.
      const args = form.split(' ').map((word) => {
        if (/^<(folder|file|keys)>$/.test(word)) return join(folder, HOSTILE.replaceAll('/', ''));
        return word.startsWith('<') ? HOSTILE : word;
      });
      const { output, errors } = await run(...args);
      printed.push(...`${output}\n${errors}`.split('\n'));
    }
    expect(printed.filter((line) => CONTROL.test(line))).toEqual([]);
  });

  test('is not controlled by a log line', { tags: ['terminal-escapes'] }, () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).info({ path: '\u009b2K' }, 'refused');
    expect(lines.map((line) => [CONTROL.test(line.trimEnd()), JSON.parse(line).path])).toEqual([
      [false, '\u009b2K'],
    ]);
  });

  test('shows printed JSON as the same value', () => {
    expect(JSON.parse(printable(JSON.stringify({ HOSTILE })))).toEqual({ HOSTILE });
  });
});
