/** The key code of a key that an input method takes. Safari ends a composition with such an Enter, `isComposing` false. */
const INPUT_METHOD_KEY = 229;

/**
 * Lets no code of the page see the keys with which someone composes text: Enter there confirms a word, and
 * Escape closes a list of candidates. Call it before anything else listens.
 */
export function ignoreInputMethodKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== INPUT_METHOD_KEY) return;
      event.stopImmediatePropagation();
      // Enter in an `input` would submit its form.
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    },
    { capture: true },
  );
}
