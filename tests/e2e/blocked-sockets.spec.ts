import { type Browser, expect, type Page } from 'playwright/test';
import { openChatWorld } from './chat-world.ts';
import { sendMessage } from './people.ts';
import { test } from './test.ts';

// Some networks and proxies let no WebSocket through.

/** Longer than the client waits between two polls, or two attempts to connect. */
const WAIT_MS = 20_000;

let world: Awaited<ReturnType<typeof openChatWorld>>;
test.beforeAll(async () => {
  world = await openChatWorld();
});
test.afterAll(() => world.close());

/** Whether the network of a page lets sockets through. */
async function blockSockets(page: Page) {
  const network = { isBlocked: true };
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (network.isBlocked) void socket.close({ code: 1006 });
    else socket.connectToServer();
  });
  return network;
}

/** A member's thread in a browser whose network blocks sockets. */
async function openBlocked(browser: Browser) {
  const [me, seller] = [await world.join('buyer'), await world.join('seller')];
  const { id } = await me.writeAbout(await seller.offer('Ring coat'), 'Hello');
  const { page } = await world.enter(browser, me, 390);
  const network = await blockSockets(page);
  await page.clock.install();
  await page.goto(`/messages/${id}`);
  const panel = page.getByRole('dialog', { name: 'Messages' });
  const note = panel.getByText('Live updates are blocked on this network');
  /** Spares the test a wait. */
  const pass = () => page.clock.fastForward(WAIT_MS);
  await expect(async () => {
    await pass();
    await expect(note).toBeVisible({ timeout: 500 });
  }).toPass();
  return {
    page,
    network,
    panel,
    note,
    log: panel.getByRole('log'),
    say: (text: string) => seller.send(id, text),
    pass,
  };
}

test('messages go over REST where sockets are blocked', async ({ browser }) => {
  const { page, panel, log, say, pass } = await openBlocked(browser);
  await sendMessage(page, 'Still there?');
  await expect(panel.getByText('Sent', { exact: true })).toBeVisible();
  await say('It is, over REST');
  await pass();
  await expect(log).toContainText('It is, over REST');
  // An edit, too.
  await page.getByLabel('Message', { exact: true }).press('ArrowUp');
  await sendMessage(page, 'Is it still there?');
  await expect(log).toContainText('Is it still there?');
});

test('messages are live again once sockets are allowed', async ({ browser }) => {
  const { network, note, log, say, pass } = await openBlocked(browser);
  network.isBlocked = false;
  await pass();
  await expect(note).toBeHidden();
  await say('Live again');
  await expect(log).toContainText('Live again');
});
