/**
 * Runs a bundle of the server in this process; it handles signals and ends the process itself.
 * @param settings environment variables that override the existing ones
 */
export async function serve(bundle: 'main.js' | 'demo.js', settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, { NODE_ENV: 'production' }, settings);
  await import(new URL(`../server/build/app/${bundle}`, import.meta.url).href);
}
