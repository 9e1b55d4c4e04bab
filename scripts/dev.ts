import { once } from 'node:events';
import { binary, startForeground } from './child.ts';

const WEB = 'http://localhost:5173';

/**
 * Runs the server with restart on change, and Vite with hot reload in front of it; when one ends, so does the
 * other.
 * @returns the exit code of the first to end
 */
export async function dev(): Promise<number> {
  const port = process.env.PORT || '3000';
  // Pages come from Vite, so the server must know that address as its own.
  const server = startForeground(['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    PUBLIC_URL: process.env.PUBLIC_URL || WEB,
  });
  const web = startForeground([binary('vite/bin/vite.js'), 'web', '--port', '5173', '--strictPort'], {
    SELVEDGE_API: `http://127.0.0.1:${port}`,
  });
  const children = [server, web];
  const end = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const ended = children.map((child) => once(child, 'exit') as Promise<[number | null]>);
  const [code] = await Promise.race(ended);
  end();
  await Promise.all(ended);
  return code ?? 0;
}
