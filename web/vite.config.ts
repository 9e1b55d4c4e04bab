import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import react from '@vitejs/plugin-react';
import { build } from 'rolldown';
import { defineConfig, type ModulePreloadOptions, type Plugin } from 'vite';
import { checkTarget, TARGET } from './target.ts';

const api = process.env.SELVEDGE_API ?? 'http://localhost:3000';

/**
 * Bundles what every page needs at startup into three files: otherwise there would be fifty, and browsers
 * load six at a time.
 */
const BOOT_FILES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'theme', test: /node_modules\/(@chakra-ui|@emotion|stylis)|\/ui\/theme\//, priority: 2 },
  { name: 'app', priority: 1 },
].map((group) => ({ ...group, tags: ['$initial' as const] }));

/**
 * Small pieces that dialogs and forms share. Otherwise each would be a file of its own, and the start-up scripts
 * list them all.
 */
const SHARED_FILES = [
  {
    name: 'overlay',
    test: /@ark-ui\/react\/dist\/(utils\/(create-split-props|render-strategy)|components\/presence)/,
  },
  {
    name: 'layout',
    test: /@chakra-ui\/react\/dist\/esm\/components\/(badge|grid|group|input|stack|textarea)\/|\/ui\/(admin-badge|field-label|use-drop-area)\.tsx?$/,
  },
  {
    name: 'pieces',
    test: /\/web\/src\/(deals\/deals\/keys|items\/closet\/keys|notifications\/updates\/keys|items\/closet\/closet-calls|lib\/(day|in-order|new-id|pasted-files|posting|photo-types|save-file|use-now|use-shown|use-taken-param|trusted-worker|use-debounced|compress|send-form)|lib\/session\/(use-form-draft|use-text-draft)|items\/saved-searches\/(dismiss|use-search-of|use-seen)|ui\/(centered|labelled-value|share-button|thumbnail|use-tab)|app\/not-found-page)\.tsx?$/,
  },
  {
    name: 'signing-in',
    test: /\/web\/src\/(identity\/(arrival-notice|mail-form|notice|password-field|provider-visit|providers|sign-up|use-account-change)|lib\/session\/(invite|sign-in))\.tsx?$|\/shared\/src\/instance\/invite-texts\.ts$/,
  },
  {
    name: 'suggestions',
    test: /\/web\/src\/(items\/listings\/(search-suggestions|suggestions)|ui\/option-list)\.(tsx?|css)$/,
  },
  {
    name: 'saved',
    test: /\/web\/src\/items\/saved\/(cache|change-saved|save-after-sign-in|saved-count)\.tsx?$/,
  },
  {
    name: 'form',
    test: /\/web\/src\/ui\/(choice-field|form-dialog|form-footer|restored-note|text-field|field-edge)\.tsx?$/,
  },
  {
    name: 'safety',
    test: /\/web\/src\/safety\/(blocked-note|blocking|safety-menu|visitor-report)\.tsx?$|\/shared\/src\/safety\/safety-texts\.ts$/,
  },
];

/** The files that every page has loaded at startup. */
const LOADED = /^assets\/(index|react|rolldown-runtime|theme)-/;

/** A script lists the files to preload with each of its lazy chunks: leaves out those that are already loaded. */
const withoutLoaded: ModulePreloadOptions['resolveDependencies'] = (_file, deps, { hostType }) =>
  hostType === 'html' ? deps : deps.filter((dep) => !LOADED.test(dep));

/** Compresses every text file once, at the highest level, for the server to send as is. */
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

const FONT = '/fonts/archivo-w.woff2';

/** Builds the service worker into one file that contains the list of all client files. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const assets = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
    const files = [...assets.map((name) => `/${name}`).sort(), FONT];
    const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
    await build({
      input: fileURLToPath(new URL('src/service-worker/sw.ts', import.meta.url)),
      transform: { define: { BUILD: JSON.stringify({ version, files }) } },
      output: { file: join(dir, 'sw.js'), format: 'iife', minify: true },
      logLevel: 'warn',
    });
  },
};

/** Loads the scripts at low priority: the server-rendered first paint (`first-paint.css`) comes first. */
const scriptsLast: Plugin = {
  name: 'scripts-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll(
        /<(script type="module"|link rel="modulepreload") crossorigin/g,
        '$& fetchpriority="low"',
      ),
  },
};

/** Of React Router, which exports its development build alone, takes the build without warnings. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^react-router$/,
          replacement: fileURLToPath(
            new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
          ),
        },
      ],
    },
  }),
};

/** Replaces, in development, the data that the real server embeds in the page. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('__NONCE__', '')
      .replace('<!--__HEAD__-->', '<title>Selvedge</title>')
      .replace('<!--__ICONS__-->', '<link rel="icon" href="/favicon.svg" />')
      .replace('<!--__BRAND__-->', '<span>selvedge</span>')
      .replace('"__PAGE_DATA__"', '{}')
      .replace(
        '"__INSTANCE__"',
        JSON.stringify({
          ...{ name: 'Selvedge', title: 'Selvedge', pages: [], rules: null, sourceUrl: null },
          ...{ timeZone: 'America/Los_Angeles', discord: false, features: DEFAULTS.features },
        }),
      ),
};

export default defineConfig({
  plugins: [react(), developmentPage, scriptsLast, productionRouter, checkTarget, precompress, serviceWorker],
  worker: { format: 'es' },
  build: {
    target: TARGET,
    reportCompressedSize: false,
    // The server reads the manifest to tell the browser which files a page needs.
    manifest: 'manifest.json',
    // Every browser that understands the built code preloads modules by itself.
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    rolldownOptions: { output: { codeSplitting: { groups: [...BOOT_FILES, ...SHARED_FILES] } } },
  },
  server: {
    proxy: {
      '/api': api,
      '/auth': api,
      '/media': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
