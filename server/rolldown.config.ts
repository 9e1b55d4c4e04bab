import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    main: 'server/src/main.ts',
    demo: 'server/src/operator/demo.ts',
    operate: 'server/src/operator/operate.ts',
    // Threads load a file of their own.
    'drawer-thread': 'server/src/operator/demo/drawing/drawer-thread.ts',
  },
  platform: 'node',
  // Packages with native code load their own files; the rest is bundled, which makes the start fast.
  external: ['better-sqlite3', 'sharp', '@node-rs/argon2', 'pg-native'],
  output: { dir: 'server/build/app', format: 'esm', minify: false, cleanDir: true },
});
