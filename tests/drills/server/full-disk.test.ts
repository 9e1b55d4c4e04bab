import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readAll } from '../../support/contract/every-table.ts';
import {
  fillInstance,
  type InstanceSettings,
  sortRows,
  withDatabase,
} from '../../support/data/full-instance.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { fillTo, openUnder, smallDisk, smallDisksUnavailable } from '../../support/servers/disks.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const MEBIBYTES = 16;
const PICTURE_BYTES = 16 * 1024;
const ROWS = 20;
/** The extra space of each attempt: small enough that every step of the work fails in some attempt. */
const STEP_BYTES = 80 * 1024;

const dir = makeTempDir();
afterAll(() => dir.remove());
const missing = smallDisksUnavailable(dir.path);
if (missing) console.warn(`copies onto a full disk are not tested: ${missing}`);

describe.skipIf(missing !== null)('copies onto a full disk', () => {
  const source: InstanceSettings = { DATA_DIR: join(dir.path, 'source') };
  const folderOf = (command: string) => join(dir.path, command);
  let stored: ReturnType<typeof sortRows>;
  beforeAll(async () => {
    await fillInstance(source, ROWS, () => randomBytes(PICTURE_BYTES));
    stored = sortRows(await withDatabase(source, readAll));
    for (const command of ['backup', 'export'])
      expect(await runOperator([command, folderOf(command)], source)).toMatchObject({ code: 0 });
  });

  async function onDisk(name: string, work: (folder: string) => Promise<void>): Promise<void> {
    const folder = join(dir.path, name);
    mkdirSync(folder);
    const disk = smallDisk(MEBIBYTES);
    disk.mount(folder);
    onTestFinished(disk.unmount);
    await work(folder);
  }

  /** Repeats an attempt with more and more space. @returns how often it failed before it succeeded. */
  async function withMoreRoom(
    disk: string,
    attempt: () => ReturnType<typeof runOperator>,
    expectNothing: () => void,
  ): Promise<number> {
    for (let failures = 0; ; failures += 1) {
      fillTo(failures * STEP_BYTES, disk);
      const { code, errors } = await attempt();
      if (code === 0) return failures;
      expect([failures, code, errors]).toEqual([failures, 1, expect.stringMatching(/^.*disk is full.*$/i)]);
      expectNothing();
      expect(openUnder(disk)).toEqual([]);
    }
  }

  test.each([
    ['restore', 'backup'],
    ['import', 'export'],
  ])(
    '%s leaves the instance empty until there is room',
    (command, from) =>
      onDisk(command, async (disk) => {
        const at = { DATA_DIR: join(disk, 'data') };
        const failures = await withMoreRoom(
          disk,
          () => runOperator([command, folderOf(from)], at),
          () => expect(existsSync(join(at.DATA_DIR, 'selvedge.db'))).toBe(false),
        );
        expect(failures).toBeGreaterThan(5);
        expect(readdirSync(at.DATA_DIR).sort()).toEqual([
          'media',
          'secrets',
          'selvedge.db',
          'selvedge.db.lock',
        ]);
        fillTo(4 * 1024 * 1024, disk);
        expect(sortRows(await withDatabase(at, readAll))).toEqual(stored);
      }),
    120_000,
  );

  test.each(['backup', 'export'])(
    '%s leaves nothing behind until there is room',
    (command) =>
      onDisk(`${command}-on`, async (disk) => {
        const failures = await withMoreRoom(
          disk,
          () => runOperator([command, join(disk, 'copy')], source),
          () => expect(readdirSync(disk)).toEqual(['ballast']),
        );
        expect(failures).toBeGreaterThan(5);
        const other = { DATA_DIR: join(dir.path, `from-${command}`) };
        expect(await runOperator(['restore', join(disk, 'copy')], other)).toMatchObject({
          code: 0,
          errors: '',
        });
        expect(sortRows(await withDatabase(other, readAll))).toEqual(stored);
      }),
    120_000,
  );
});
