import { topmostDialog } from './inert-background.ts';

// Two quick presses are one where the first changes what lies under the pointer: the second would do something
// that nobody chose. Single presses and keys are never delayed.

/** Two presses that are at most this far apart are a double press. */
const WITHIN_MS = 300;
const WITHIN_PX = 10;
/** An answer to a question is no second press for longer: as long as any system waits for a double click. */
const ANSWER_MS = 600;
/** Marks the answers to a question that appears under the pointer. */
export const ANSWERS = { 'data-answers': '' };
/** Marks a switch that changes the view alone, which a second press may change back. */
export const VIEW_SWITCH = { 'data-view-switch': '' };

const CONTROL = 'a, button, input, select, textarea, label, summary, [role], [tabindex]';
/** What a press consists of. */
const EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

interface Press {
  /** In milliseconds since the page loaded. */
  at: number;
  x: number;
  y: number;
  control: Element | null;
  dialog: Element | null;
}

let first: Press | null = null;
let isSwallowing = false;

/** Whether a press so soon after another would do what the person who pressed cannot have seen, or undo what they chose. */
const isAstray = (press: Press, before: Press, target: Element): boolean =>
  press.control !== before.control ||
  press.control?.matches('[aria-pressed]:not([data-view-switch])') === true ||
  (press.dialog !== null && press.dialog !== before.dialog && !press.dialog.contains(target));

function pressed(event: PointerEvent): void {
  const target = event.target as Element;
  const press: Press = {
    ...{ at: event.timeStamp, x: event.clientX, y: event.clientY },
    control: target.closest(CONTROL),
    dialog: topmostDialog(),
  };
  const within = target.closest('[data-answers]') ? ANSWER_MS : WITHIN_MS;
  const isSecond =
    first !== null &&
    press.at - first.at < within &&
    Math.hypot(press.x - first.x, press.y - first.y) <= WITHIN_PX;
  isSwallowing = first !== null && isSecond && isAstray(press, first, target);
  // A third press is measured against what the first one meant, too.
  first = first && isSwallowing ? { ...first, at: press.at } : press;
}

/** Call it before anything else listens. */
export function guardDoublePresses(): void {
  for (const name of EVENTS) {
    window.addEventListener(
      name,
      (event) => {
        if (name === 'pointerdown') pressed(event as PointerEvent);
        // A key that clicks a button has no position and counts no clicks.
        if (!isSwallowing || (name === 'click' && event.detail === 0)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
