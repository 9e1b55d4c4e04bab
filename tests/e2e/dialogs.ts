import type { Page } from 'playwright/test';
import type { Scene } from './dialog-scene.ts';
import { chooseFromMenu, openAccount } from './people.ts';

export interface ListedDialog {
  /** The module in `web/src` that renders the dialog's frame. */
  file: string;
  /** Its accessible name. */
  name: string | RegExp;
  as?: 'visitor' | 'warned' | 'newcomer';
  /** The page below it. */
  path: (scene: Scene) => string;
  /** Opens it on that page, on a phone; without it, the page opens it itself. */
  open?: (page: Page, scene: Scene) => Promise<void>;
  /** How many layers it lies above the page; 1 by default. */
  depth?: 2 | 3;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const pick = async (page: Page, menu: string | RegExp, item: string | RegExp) => {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
};
const own = ({ mine }: Scene) => `/listing/${mine.id}`;
const theirs = ({ theirs: { id } }: Scene) => `/listing/${id}`;
const home = () => '/';

/** Every dialog of the product, and how to open it on a phone. `dialog-list.test.ts` finds the missing ones. */
export const dialogs: readonly ListedDialog[] = [
  {
    file: 'items/listings/filter-sheet.tsx',
    name: 'Filters',
    path: home,
    open: (page) => press(page, 'Filters'),
  },
  {
    file: 'items/saved-searches/search-dialog.tsx',
    name: 'Save This Search',
    path: () => '/?category=Footwear',
    open: (page) => press(page, 'Save this search'),
  },
  {
    file: 'members/account-dialog.tsx',
    name: 'Account',
    path: home,
    open: (page) => chooseFromMenu(page, 'Account'),
  },
  {
    file: 'identity/proof-dialog.tsx',
    name: "Confirm it's you",
    path: home,
    async open(page, scene) {
      scene.ageProofs();
      await openAccount(page, 'Account');
      await page.getByLabel('New e-mail').fill('new@example.com');
      await press(page, 'Change E-mail');
    },
    depth: 2,
  },
  {
    file: 'members/username-dialog.tsx',
    name: 'Choose a Username',
    as: 'newcomer',
    path: theirs,
    async open(page) {
      await press(page, 'Make Offer');
      await page.getByLabel('Amount (USD)').fill('310');
      await press(page, 'Send Offer');
    },
    depth: 2,
  },
  {
    file: 'members/settings-dialog.tsx',
    name: 'Settings',
    path: ({ name }) => `/profile/${name}`,
    open: (page) => press(page, 'Settings'),
  },
  {
    file: 'items/listings/listing-dialog.tsx',
    name: 'Create Listing',
    path: home,
    open: (page) => press(page, 'Sell Item'),
  },
  {
    file: 'items/listings/listing-dialog.tsx',
    name: 'Edit Listing',
    path: own,
    open: (page) => press(page, 'Edit Listing'),
  },
  {
    file: 'items/listings/listing-dialog.tsx',
    name: 'Create Listing',
    path: ({ sold }) => `/listing/${sold.id}`,
    open: (page) => press(page, 'Relist'),
  },
  {
    file: 'items/listings/discount-dialog.tsx',
    name: 'Discount Item',
    path: own,
    open: (page) => press(page, 'Discount Item'),
  },
  {
    file: 'items/listings/update-price-dialog.tsx',
    name: 'Update Price',
    path: ({ name }) => `/profile/${name}`,
    open: (page) => pick(page, 'Actions for Own coat', 'Update Price'),
  },
  {
    file: 'items/saved/target-dialog.tsx',
    name: 'Target Price',
    path: () => '/saved',
    open: (page) => press(page, /^Set Target Price/),
  },
  {
    file: 'items/proof/proof-dialog.tsx',
    name: 'Add a Proof Photo',
    path: own,
    open: (page) => press(page, 'Add a Proof Photo'),
  },
  {
    file: 'deals/deals/name-other-dialog.tsx',
    name: 'Sold to whom?',
    path: ({ sold }) => `/listing/${sold.id}`,
    open: (page) => press(page, 'Sold to Whom?'),
  },
  {
    file: 'items/listings/gallery.tsx',
    name: 'Photos of Ring coat',
    path: theirs,
    open: (page) => press(page, 'View full screen'),
  },
  {
    file: 'deals/offers/offer-dialog.tsx',
    name: 'Make an Offer',
    path: theirs,
    open: (page) => press(page, 'Make Offer'),
  },
  {
    file: 'safety/report-dialog.tsx',
    name: 'Report this listing',
    path: theirs,
    open: (page) => pick(page, 'More actions', 'Report Listing'),
  },
  {
    file: 'safety/visitor-report-dialog.tsx',
    name: 'Report this listing',
    as: 'visitor',
    path: theirs,
    open: (page) => press(page, 'Report this listing'),
  },
  {
    file: 'safety/warning-dialog.tsx',
    name: 'You got a warning from an admin',
    as: 'warned',
    path: home,
  },
  {
    file: 'conversations/messages-dialog.tsx',
    name: 'Messages',
    path: home,
    open: (page) => press(page, /^Messages/),
  },
  {
    file: 'conversations/thread/lightbox.tsx',
    name: /^Photo/,
    path: home,
    async open(page) {
      await press(page, /^Messages/);
      await press(page, /Ring coat/);
      await press(page, /^Photo/);
    },
    depth: 3,
  },
  {
    file: 'items/wanted/create-wanted-dialog.tsx',
    name: 'Create a WTB Request',
    path: () => '/wtb',
    open: (page) => press(page, 'Create a WTB'),
  },
  {
    file: 'items/wanted/wanted-dialog.tsx',
    name: 'Wanted coat',
    path: () => '/wtb',
    open: (page) => page.getByRole('link', { name: /Kapital Wanted coat/ }).click(),
  },
  {
    file: 'items/wanted/wanted-dialog.tsx',
    name: 'Edit WTB Request',
    path: () => '/wtb',
    async open(page) {
      await page.getByRole('link', { name: /Own wanted coat/ }).click();
      await press(page, 'Edit');
    },
    depth: 2,
  },
  {
    file: 'items/wanted/wanted-dialog.tsx',
    name: 'Attach one of your listings?',
    path: () => '/wtb',
    async open(page) {
      await page.getByRole('link', { name: /Kapital Wanted coat/ }).click();
      await press(page, 'I Have This');
    },
    depth: 2,
  },
  {
    file: 'deals/vouches/vouch-dialog.tsx',
    name: /^Vouch for/,
    path: () => '/deals',
    open: (page) => press(page, 'Write a Vouch'),
  },
  {
    file: 'deals/vouches/answer-dialog.tsx',
    name: /^Answer/,
    path: ({ name }) => `/profile/${name}?tab=vouches`,
    open: (page) => press(page, 'Answer'),
  },
  {
    file: 'safety/vouch-removal-dialog.tsx',
    name: /^Remove the vouch/,
    path: ({ name }) => `/profile/${name}?tab=vouches`,
    async open(page) {
      await page.getByRole('listitem').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Remove Vouch' }).click();
    },
  },
  {
    file: 'safety/decision-dialog.tsx',
    name: 'Remove Listing',
    path: () => '/admin',
    open: (page) => press(page, 'Remove Listing'),
  },
  {
    file: 'safety/answer-dialog.tsx',
    name: 'Reverse Decision',
    path: () => '/admin',
    open: (page) => press(page, 'Reverse Decision'),
  },
];
