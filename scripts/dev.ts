import { binary, runInFront } from './child.ts';

/** The server with restart on change, and Vite with hot reload in front of it. */
export async function dev(): Promise<number> {
  const [code] = await Promise.all([
    runInFront(['--watch', 'server/src/main.ts'], {}),
    runInFront([binary('vite/bin/vite.js'), 'web'], {}),
  ]);
  return code;
}
