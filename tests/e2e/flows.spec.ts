import type { Page } from 'playwright/test';
import { find } from './flows/finding.ts';
import { bump, discount, edit, lookAtPhotos, markSold, post, remove, updatePrice } from './flows/listings.ts';
import { changeUsername, leaveAndReturn, lookThroughProfile } from './flows/people.ts';
import { blockMember, reportListing, resolveReport } from './flows/safety.ts';
import { messageSeller } from './flows/talk.ts';
import { answerWanted, createWanted, tendWanted } from './flows/wanted.ts';
import { type Hand, keyboard, mouse } from './hand.ts';
import { test } from './test.ts';
import { type Flow, type Look, openWorld } from './world.ts';

/** Each flow meets both hands, both widths and both colour schemes. */
const combinations = [
  { title: 'by mouse, narrow and dark', hand: mouse, width: 390, scheme: 'dark', isExamined: true },
  {
    title: 'by keyboard alone, wide and light',
    hand: keyboard,
    width: 1280,
    scheme: 'light',
    isExamined: true,
  },
  { title: 'by keyboard alone, narrow and light', hand: keyboard, width: 390, scheme: 'light' },
] as const;

const flows: Record<string, Flow> = {
  'a listing is searched for, filtered, sorted, and found again by Back': find,
  'a listing is posted with photos, of which the cover is chosen': post,
  'a listing is edited': edit,
  'a listing is discounted': discount,
  'a price is updated from the profile': updatePrice,
  'a listing is marked as sold': markSold,
  'a listing is bumped': bump,
  'a listing is deleted': remove,
  'photos are looked at over the whole screen': lookAtPhotos,
  'a request is created': createWanted,
  'a request is edited, bumped, found and deleted': tendWanted,
  'a request is answered with a listing': answerWanted,
  'a seller is written to and answers': messageSeller,
  'a profile is looked through': lookThroughProfile,
  'a username is changed in the settings': changeUsername,
  'a listing is reported': reportListing,
  'somebody is blocked, and unblocked': blockMember,
  'an admin decides a report': resolveReport,
  'a member signs out and in again': leaveAndReturn,
};

// Each window by itself: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' });

let world: Awaited<ReturnType<typeof openWorld>>;
test.beforeAll(async () => {
  world = await openWorld();
});
test.afterAll(() => world.close());

/** The flows one after the other in a window of their own. */
function follow(title: string, look: Look, hand: (page: Page) => Hand, some: Record<string, Flow>): void {
  test.describe(title, () => {
    test.describe.configure({ mode: 'default' });
    let run: Awaited<ReturnType<typeof world.openWindow>>;
    test.beforeAll(async ({ browser }) => {
      run = await world.openWindow(browser, look);
    });
    test.afterAll(() => run.close());
    for (const [name, flow] of Object.entries(some)) test(name, () => run.follow(flow, hand));
  });
}

for (const { title, hand, ...look } of combinations) follow(title, look, hand, flows);

// A keyboard looks whether a mouse would get at what it presses; here a mouse does more than that, or has other controls.
follow('by mouse, wide and dark', { width: 1280, scheme: 'dark' }, mouse, {
  'a listing is searched for, filtered, sorted, and found again by Back': find,
  'a listing is posted with photos, of which the cover is chosen': post,
  'a seller is written to and answers': messageSeller,
});

// What they open takes the focus and has to give it back: a window, a menu with a window behind it, a menu alone.
follow('by keyboard where frames come late', { width: 1280, scheme: 'light', isLate: true }, keyboard, {
  'a request is created': createWanted,
  'a price is updated from the profile': updatePrice,
  'somebody is blocked, and unblocked': blockMember,
});
