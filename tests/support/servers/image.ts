import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../../scripts/release.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Step {
  name: string;
  rest: string;
}

/** The steps of the Dockerfile, one per line. */
const readSteps = (): Step[] =>
  readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name, rest: rest.join(' ') };
    });

/** The root entries that .dockerignore lets through. */
const allowed = (): Set<string> =>
  new Set(
    readFileSync(join(ROOT, '.dockerignore'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])),
  );

const IGNORED = /\/(node_modules|build|dist)(\/|$)/;

/** The file system and settings of a container. */
interface Image {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: number;
  command: string[];
  healthcheck: string[];
}

/** Where the image's package finds the packages that it needs, if they are this project's. */
function installHere(file: string, folder: string): void {
  const installed = join(folder, 'node_modules/selvedge');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['--extract', '--strip-components=1', '--file', file, '--directory', installed]);
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(join(installed, 'bin/selvedge.mjs'), join(folder, 'node_modules/.bin/selvedge'));
}

/**
 * Executes the Dockerfile without a container engine, in one folder of `dir` per stage; this machine replaces
 * the base image. `isWhole` runs the steps that make and install the package; otherwise it is made of this project's
 * build, and uses its packages.
 */
export function makeImage(dir: string, isWhole: boolean): Image {
  const stages: Record<string, string> = {};
  const image: Image = { root: '', workdir: '/', env: {}, user: 0, command: [], healthcheck: [] };
  const inside = (path: string) => join(image.root, resolve(image.workdir, path));
  const steps: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const name = / AS (\w+)/.exec(rest)?.[1] ?? 'final';
      Object.assign(image, { root: join(dir, name), workdir: '/', env: {} });
      stages[name] = image.root;
      mkdirSync(image.root);
    },
    WORKDIR(rest) {
      image.workdir = rest;
      mkdirSync(inside('.'), { recursive: true });
    },
    COPY(rest) {
      const words = rest.split(' ');
      const from = /^--from=(.*)/.exec(words[0] ?? '')?.[1];
      const [target = '', ...sources] = words.slice(from ? 1 : 0).reverse();
      for (const source of sources) {
        if (!from && !allowed().has(source.split('/')[0] ?? ''))
          throw new Error(`.dockerignore keeps ${source} away`);
        const path = from ? join(stages[from] ?? '', source) : join(ROOT, source);
        const isInto = target.endsWith('/') && !statSync(path).isDirectory();
        cpSync(path, isInto ? join(inside(target), basename(source)) : inside(target), {
          recursive: true,
          verbatimSymlinks: true,
          ...(!from && { filter: (each) => !IGNORED.test(each.slice(ROOT.length - 1)) }),
        });
      }
    },
    RUN(rest) {
      const [, from, target = ''] = /^--mount=type=bind,from=(\w+),target=(\S+) /.exec(rest) ?? [];
      const makes = /^mkdir (\S+) && chown (\d+):\d+ \1$/.exec(rest);
      const [, to = '', link] = /^ln -s (\S+) (\S+)$/.exec(rest) ?? [];
      if (link) {
        mkdirSync(dirname(inside(link)), { recursive: true });
        symlinkSync(inside(to), inside(link));
      } else if (makes) {
        mkdirSync(inside(makes[1] ?? ''));
        if (process.getuid?.() === 0) chownSync(inside(makes[1] ?? ''), Number(makes[2]), Number(makes[2]));
      } else if (isWhole) {
        const command = rest
          .replace(/^--mount=\S+ /, '')
          // Absolute paths are in the image, or in the stage that is mounted.
          .replace(/(?<= )\/\S*/g, (path) =>
            from && path.startsWith(`${target}/`)
              ? join(stages[from] ?? '', path.slice(target.length))
              : inside(path),
          );
        mkdirSync(inside('/tmp'), { recursive: true });
        const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: inside('.'), encoding: 'utf8' });
        if (status !== 0) throw new Error(`RUN ${command}\n${stderr}`);
      } else if (from) installHere(join(stages[from] ?? '', 'selvedge.tgz'), inside('.'));
      else renameSync(pack(image.root), inside('/selvedge.tgz'));
    },
    ENV(rest) {
      for (const pair of rest.split(' ')) image.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    },
    USER(rest) {
      image.user = Number(rest.split(':')[0]);
    },
    HEALTHCHECK(rest) {
      image.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
    },
    CMD(rest) {
      image.command = JSON.parse(rest);
    },
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
  };
  chmodSync(dir, 0o755);
  for (const { name, rest } of readSteps()) {
    const step = steps[name];
    if (!step) throw new Error(`The Dockerfile has a step that the test does not know: ${name}`);
    step(rest);
  }
  return image;
}
