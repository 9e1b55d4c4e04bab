import { find } from '../flows/finding.ts';
import { alternate, flows, prepareFlows } from '../flows/follow.ts';
import { post, updatePrice } from '../flows/listings.ts';
import { messageSeller } from '../flows/messages.ts';
import { blockMember } from '../flows/safety.ts';
import { createWanted } from '../flows/wanted.ts';
import { hastyMouse, keyboard, mouse } from '../input-device.ts';

const follow = prepareFlows();

// What `flows.spec.ts` leaves out of its two windows.
follow(
  'by mouse, narrow and dark',
  { width: 390, scheme: 'dark', isChecked: true },
  mouse,
  alternate(flows, 1),
);
follow(
  'by keyboard alone, wide and light',
  { width: 1280, scheme: 'light', isChecked: true },
  keyboard,
  alternate(flows, 0),
);

follow('by keyboard alone, narrow and light', { width: 390, scheme: 'light' }, keyboard, flows);

// The keyboard device checks that a mouse could click each control; these flows have mouse-only controls or
// gestures.
follow('by mouse, wide and dark', { width: 1280, scheme: 'dark' }, mouse, {
  'a listing is found by search, filters and sorting, and again by Back': find,
  'a listing is posted with photos and a chosen cover': post,
  'a buyer messages a seller, who replies': messageSeller,
});

// In a browser that translates the page.
follow('by mouse, narrow and translated', { width: 390, scheme: 'light', isTranslated: true }, mouse, flows);

// Every button pressed twice.
follow('by a hasty mouse, wide and light', { width: 1280, scheme: 'light' }, hastyMouse, flows);

// These open an overlay that must restore the focus: a dialog, a menu that opens a dialog, a menu alone.
follow('by keyboard with delayed frames', { width: 1280, scheme: 'light', hasLateFrames: true }, keyboard, {
  'a WTB is created': createWanted,
  'a price is updated from the profile': updatePrice,
  'a member is blocked and unblocked': blockMember,
});
