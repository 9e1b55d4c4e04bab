import './tooltip.css';

const OPEN_DELAY_MS = 700;
/** Within this time after one tooltip, the next one appears without delay. */
const SKIP_DELAY_MS = 300;
const GAP_PX = 6;

// CSS takes its text from `data-label`. Hidden from screen readers, since it only repeats the button's name.
const tip = document.createElement('div');
tip.className = 'tooltip';
tip.popover = 'manual';
tip.setAttribute('aria-hidden', 'true');
document.body.append(tip);

/** The button whose tooltip is shown, scheduled or dismissed. */
let button: Element | null = null;
let isByFocus = false;
let opening: ReturnType<typeof setTimeout>;
let cooling: ReturnType<typeof setTimeout>;
let isWarm = false;

const isShown = (): boolean => tip.matches(':popover-open');

/** The icon button that contains an element, if that button has no text. */
function iconButton(target: EventTarget | null): Element | null {
  const found = target instanceof Element ? target.closest('button[aria-label]') : null;
  return found?.textContent?.trim() === '' && !found.querySelector('img') ? found : null;
}

/** Places the tooltip below its button, or above if there is no room. */
function place(around: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const middle = around.left + (around.width - width) / 2;
  const below = around.bottom + GAP_PX;
  const top = below + height > innerHeight ? around.top - GAP_PX - height : below;
  tip.style.left = `${Math.max(GAP_PX, Math.min(middle, innerWidth - width - GAP_PX))}px`;
  tip.style.top = `${top}px`;
}

function show(): void {
  if (!button?.isConnected) return;
  tip.dataset.label = button.getAttribute('aria-label') ?? '';
  tip.showPopover();
  place(button.getBoundingClientRect());
}

/** Dismisses the tooltip until the pointer or the focus has left the button. */
function dismiss(): void {
  clearTimeout(opening);
  if (!isShown()) return;
  tip.hidePopover();
  isWarm = true;
  clearTimeout(cooling);
  cooling = setTimeout(() => {
    isWarm = false;
  }, SKIP_DELAY_MS);
}

/** Switches to another button, or to none. */
function switchTo(next: Element | null, byFocus: boolean): void {
  if (next === button) return;
  dismiss();
  button = next;
  isByFocus = byFocus;
  if (!next) return;
  if (byFocus || isWarm) show();
  else opening = setTimeout(show, OPEN_DELAY_MS);
}

/**
 * The tooltip ignores the pointer, so that it blocks nothing; this computes whether the pointer is over it.
 */
function isOverTip({ clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = tip.getBoundingClientRect();
  return (
    clientX >= left && clientX <= right && clientY >= top - GAP_PX && clientY <= bottom + GAP_PX && isShown()
  );
}

function onPointer(event: PointerEvent): void {
  if (event.pointerType === 'touch' || isOverTip(event)) return;
  const next = iconButton(event.target);
  if (next || !isByFocus) switchTo(next, false);
}

function onFocus({ target }: FocusEvent): void {
  const next = iconButton(target);
  if (next?.matches(':focus-visible')) switchTo(next, true);
}

document.addEventListener('pointermove', onPointer);
document.documentElement.addEventListener('pointerleave', () => switchTo(null, false));
document.addEventListener('focusin', onFocus);
document.addEventListener('focusout', () => isByFocus && switchTo(null, false));
for (const event of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(event, dismiss, true);
