import type { Page } from 'playwright/test';
import type { Scene } from './dialog-scene.ts';
import type { ListedDialog } from './dialogs.ts';
import { openAccount } from './people.ts';

interface ListedPage extends Pick<ListedDialog, 'as' | 'path'> {
  /** Opens what is closed at first. */
  open?: (page: Page, scene: Scene) => Promise<void>;
  /** What is visible once it has loaded. */
  sign: (page: Page) => ReturnType<Page['locator']>;
}

const press = async (page: Page, ...names: (string | RegExp)[]) => {
  for (const name of names) await page.getByRole('button', { name }).first().click();
};

/** Pages of every route. `page-list.test.ts` finds the missing ones. */
export const pages: readonly ListedPage[] = [
  { path: () => '/', as: 'visitor', sign: (page) => page.locator('.card').first() },
  { path: () => '/', sign: (page) => page.locator('.card').first() },
  { path: () => '/?brand=nobody&category=Tops', sign: (page) => page.getByText('No listings found') },
  { path: () => '/login', as: 'visitor', sign: (page) => page.getByLabel('Password', { exact: true }) },
  { path: () => '/reset-password', as: 'visitor', sign: (page) => page.getByText('Reset your password') },
  { path: () => '/verify', as: 'visitor', sign: (page) => page.getByRole('heading').first() },
  { path: ({ mine }) => `/listing/${mine.id}`, sign: (page) => page.getByText('Edit Listing') },
  { path: ({ theirs }) => `/listing/${theirs.id}`, sign: (page) => page.getByText('Make Offer') },
  {
    path: ({ theirs }) => `/listing/${theirs.id}`,
    as: 'visitor',
    sign: (page) => page.getByText('Sign In to Message'),
  },
  { path: ({ sold }) => `/listing/${sold.id}`, sign: (page) => page.getByText('This item has been sold') },
  { path: () => '/wtb', sign: (page) => page.getByText('Own wanted coat') },
  { path: ({ name }) => `/profile/${name}`, sign: (page) => page.getByText('Own coat') },
  { path: ({ name }) => `/profile/${name}?tab=vouches`, sign: (page) => page.getByText('Fine.') },
  { path: () => '/saved', sign: (page) => page.getByText('Ring coat') },
  {
    path: () => '/saved?tab=searches',
    open: (page) => press(page, /^Preview /),
    sign: (page) => page.getByRole('button', { name: /^Show Again/ }),
  },
  {
    path: () => '/closet',
    open: (page) => press(page, 'Show Rows'),
    sign: (page) => page.getByText('Posted before').first(),
  },
  {
    path: () => '/closet',
    open: (page) =>
      page.getByLabel('Choose a file').setInputFiles({
        name: 'closet.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('title,brand,price,photos\nRing coat,Kapital,€ 99,coat.jpg\n,Visvim,5,'),
      }),
    sign: (page) => page.getByText('Only problems'),
  },
  { path: () => '/deals', sign: (page) => page.getByText('Unvouched coat') },
  { path: () => '/updates', sign: (page) => page.getByRole('list').getByRole('link').first() },
  { path: () => '/admin', sign: (page) => page.getByText('Remove Listing').first() },
  {
    path: () => '/admin?tab=instance',
    open: async (page) => {
      await page.getByRole('button', { name: /^Details of/ }).click();
      await press(page, 'Add a Channel', 'Add a Webhook');
    },
    sign: (page) => page.getByRole('form', { name: 'New Discord channel' }),
  },
  {
    path: () => '/',
    open: async (page) => {
      await openAccount(page, 'Account');
      await page.getByRole('button', { name: /^Details of/ }).click();
      await press(page, 'Make an API Key', 'Add a Webhook');
    },
    sign: (page) => page.getByRole('form', { name: 'New webhook' }),
  },
  { path: () => '/about', sign: (page) => page.getByRole('heading').first() },
  { path: () => '/nothing', sign: (page) => page.getByText('Page not found') },
  {
    path: ({ conversationId }) => `/messages/${conversationId}`,
    sign: (page) => page.getByLabel('Message', { exact: true }),
  },
];
