import { browserStorage } from '../browser-storage.ts';

const keyOf = (button: string) => `selvedge-pressed-${button}`;

/** Keeps what a visitor has pressed until they have signed in: a link alone does nothing in their name. */
export function rememberPress(button: string, id: string): void {
  browserStorage.setItem(keyOf(button), id);
}

/** Whether this browser's visitor has pressed the button of this item; only asked once. */
export function takePress(button: string, id: string): boolean {
  const isPressed = browserStorage.getItem(keyOf(button)) === id;
  browserStorage.removeItem(keyOf(button));
  return isPressed;
}
