/**
 * Runs a bundle of the server in this very process: it listens, hears the signals, and ends the process itself.
 * `settings` take the place of what the environment says.
 */
export async function serve(bundle: 'main.js' | 'demo.js', settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, { NODE_ENV: 'production' }, settings);
  await import(new URL(`../server/build/app/${bundle}`, import.meta.url).href);
}
