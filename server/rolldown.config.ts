import { defineConfig, type Plugin } from 'rolldown';

// Of packages: whoever reads the bundle looks at its sources for them, and Node keeps the text of what it runs.
const COMMENTS = { legal: true, annotation: false, jsdoc: false };

/**
 * Engine.IO negotiates compression for long polling only, which this server does not offer. Its list of media types
 * would take 4 ms and 1 MB of each start.
 */
const WITHOUT_POLLING: Plugin = {
  name: 'without-polling',
  resolveId: (id) => (id === 'accepts' ? id : null),
  load: (id) => (id === 'accepts' ? 'module.exports = undefined;' : null),
};

export default defineConfig({
  input: {
    main: 'server/src/main.ts',
    demo: 'server/demo/main.ts',
    operate: 'server/src/operator/operate.ts',
    // The child processes load files of their own.
    'image-worker': 'server/src/platform/media/image-worker.ts',
    'backup-worker': 'server/src/operator/backups/backup-worker.ts',
  },
  platform: 'node',
  plugins: [WITHOUT_POLLING],
  // Packages with native code load their own files, and the one under the LGPL stays apart, to be replaced by whoever
  // wants to; file-type loads a part of itself at run time, and of the other copy of that it would not know the errors.
  // The rest is bundled, which makes the start fast.
  external: ['file-type', 'better-sqlite3', 'sharp', '@node-rs/argon2', 'pg-native', 'heic-decode'],
  output: { dir: 'server/build/app', format: 'esm', minify: false, cleanDir: true, comments: COMMENTS },
});
