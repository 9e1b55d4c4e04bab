import { expect, type Page } from 'playwright/test';
import { openChatWorld } from './chat-world.ts';
import { sendMessage } from './people.ts';
import { test } from './test.ts';

// Some networks and proxies let no WebSocket through.

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

test('where sockets are blocked, messages go and come over REST, and live ones return by themselves', async ({
  browser,
}) => {
  const [me, seller] = [await world.join('buyer'), await world.join('seller')];
  const { id } = await me.writeAbout(await seller.offer('Ring coat'), 'Hello');
  const { page } = await world.enter(browser, me, 390);
  const network = await blockSockets(page);
  await page.goto(`/messages/${id}`);
  const panel = page.getByRole('dialog', { name: 'Messages' });
  const note = panel.getByText('Live updates are blocked on this network');
  await expect(note).toBeVisible();
  await sendMessage(page, 'Still there?');
  await expect(panel.getByText('Sent', { exact: true })).toBeVisible();
  await seller.send(id, 'It is, over REST');
  await expect(panel.getByRole('log')).toContainText('It is, over REST');
  await seller.send(id, 'And unread');
  // An edit goes over REST, too.
  await page.getByLabel('Message', { exact: true }).press('ArrowUp');
  await page.getByLabel('Message', { exact: true }).fill('Is it still there?');
  await page.getByLabel('Message', { exact: true }).press('Enter');
  await expect(panel.getByRole('log')).toContainText('Is it still there?');
  await expect(panel.getByRole('log')).toContainText('And unread');

  network.isBlocked = false;
  await expect(note).toBeHidden();
  await seller.send(id, 'Live again');
  await expect(panel.getByRole('log')).toContainText('Live again');
});
