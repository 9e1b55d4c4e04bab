import { openLink } from '../chat/link.ts';

export interface Crowd {
  url: string;
  tokens: string[];
}

const AT_ONCE = 20;
const ignore = { arrived: () => undefined, acked: () => undefined };

// A process of its own that holds sockets open, and says when those it was told of are signed in.
process.on('message', async ({ url, tokens }: Crowd) => {
  const waiting = tokens.values();
  async function come(): Promise<void> {
    for (const token of waiting) await openLink(url, token, ignore);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  process.send?.('there');
});
