import { runInFront } from './child.ts';

/** Runs a bundle of the server until it is told to stop; the environment beats `defaults`. */
export const serve = (bundle: 'main.js' | 'demo.js', defaults: Record<string, string>): Promise<number> =>
  runInFront([`server/build/app/${bundle}`], { NODE_ENV: 'production', ...defaults, ...process.env });
