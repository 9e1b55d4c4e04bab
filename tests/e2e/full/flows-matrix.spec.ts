import { find } from '../flows/finding.ts';
import { flows, prepareFlows } from '../flows/follow.ts';
import { post, updatePrice } from '../flows/listings.ts';
import { blockMember } from '../flows/safety.ts';
import { messageSeller } from '../flows/talk.ts';
import { createWanted } from '../flows/wanted.ts';
import { keyboard, mouse } from '../hand.ts';

const follow = prepareFlows();

follow('by keyboard alone, narrow and light', { width: 390, scheme: 'light' }, keyboard, flows);

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
