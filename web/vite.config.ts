import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.SELVEDGE_API ?? 'http://localhost:3000';

/** The start imports these on purpose one after the other; the browser is told of them at once. */
const preloadBoot = (modules: RegExp): Plugin => ({
  name: 'preload-boot',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return;
        files.add(file);
        for (const imported of chunk.imports) add(imported);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.facadeModuleId && modules.test(chunk.facadeModuleId))
          add(chunk.fileName);
      }
      const tags = [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      return { html, tags };
    },
  },
});

/** Every text file also compressed, once and as well as can be, for the server to send as it is. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(js|css)$/.test(name)) continue;
      const content = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** The development server answers what the real one puts into the page. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('__NONCE__', '')
      .replace('<!--__HEAD__-->', '<title>Selvedge</title>')
      .replace('"__PAGE_DATA__"', '{}')
      .replace('"__INSTANCE__"', '{"timeZone":"America/Los_Angeles","discord":false}'),
};

export default defineConfig({
  plugins: [
    react(),
    preloadBoot(/src\/(app\/app\.tsx|ui\/theme\/system\.ts)$/),
    developmentPage,
    precompress,
  ],
  worker: { format: 'es' },
  build: { target: 'es2022', reportCompressedSize: false },
  server: {
    proxy: {
      '/api': api,
      '/auth': api,
      '/media': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
