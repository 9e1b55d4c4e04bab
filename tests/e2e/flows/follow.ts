import type { Page } from 'playwright/test';
import type { InputDevice } from '../input-device.ts';
import { test } from '../test.ts';
import { type Appearance, type Flow, openWorld } from '../world.ts';
import { find } from './finding.ts';
import {
  bump,
  discount,
  edit,
  markSold,
  post,
  relist,
  remove,
  undoSale,
  updatePrice,
  viewPhotos,
} from './listings.ts';
import { messageSeller } from './messages.ts';
import { browseProfile, changeUsername, signOutAndIn } from './people.ts';
import { blockMember, reportListing, resolveReport } from './safety.ts';
import { answerWanted, createWanted, manageWanted } from './wanted.ts';

export const flows: Record<string, Flow> = {
  'a listing is found by search, filters and sorting, and again by Back': find,
  'a listing is posted with photos and a chosen cover': post,
  'a listing is edited': edit,
  'a listing is discounted': discount,
  'a price is updated from the profile': updatePrice,
  'a listing is marked as sold': markSold,
  'a sale is undone': undoSale,
  'a sold listing is relisted': relist,
  'a listing is bumped': bump,
  'a listing is deleted': remove,
  'photos are viewed full screen': viewPhotos,
  'a WTB is created': createWanted,
  'a WTB is edited, bumped, marked found and deleted': manageWanted,
  'a WTB is answered with a listing': answerWanted,
  'a buyer messages a seller, who replies': messageSeller,
  'a profile is browsed': browseProfile,
  'a username is changed in the settings': changeUsername,
  'a listing is reported': reportListing,
  'a member is blocked and unblocked': blockMember,
  'an admin decides a report': resolveReport,
  'a member signs out and in again': signOutAndIn,
};

/** Every second flow, from the first (0) or the second one (1). */
export const alternate = (all: Record<string, Flow>, start: 0 | 1): Record<string, Flow> =>
  Object.fromEntries(Object.entries(all).filter((_, i) => i % 2 === start));

/**
 * Registers flows as the tests of a file, on one server.
 * @returns a function that adds flows, which run one after the other in their own window
 */
export function prepareFlows() {
  // Windows are independent: any free worker takes the next one.
  test.describe.configure({ mode: 'parallel' });
  let world: Awaited<ReturnType<typeof openWorld>>;
  test.beforeAll(async () => {
    world = await openWorld();
  });
  test.afterAll(() => world.close());
  return function follow(
    title: string,
    appearance: Appearance,
    deviceOf: (page: Page) => InputDevice,
    some: Record<string, Flow>,
  ): void {
    test.describe(title, () => {
      test.describe.configure({ mode: 'default' });
      let run: Awaited<ReturnType<typeof world.openWindow>>;
      test.beforeAll(async ({ browser }) => {
        run = await world.openWindow(browser, appearance);
      });
      test.afterAll(() => run.close());
      for (const [name, flow] of Object.entries(some)) test(name, () => run.follow(flow, deviceOf));
    });
  };
}
