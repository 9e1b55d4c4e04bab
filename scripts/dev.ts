import { once } from 'node:events';
import { binary, startForeground } from './child.ts';

const WEB = 'http://localhost:5173';

/**
 * Runs the server, which restarts on changes, and Vite with hot reload in front of it. When one exits, the
 * other is stopped.
 * @returns the exit code of the first to end
 */
export async function dev(): Promise<number> {
  const port = process.env.PORT || '3000';
  // Vite serves the pages, so the server must accept Vite's address as its own.
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
