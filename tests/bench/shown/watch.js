// Runs in a page before the page's own code, and keeps when each message was sent and when it stood on the screen: in
// milliseconds of the machine's clock, by its text.
const seen = { pressed: {}, painted: {} };
window.seen = seen;

const keep = (into, text, at) => {
  into[text] ??= performance.timeOrigin + at;
};

window.addEventListener(
  'keydown',
  ({ key, target, timeStamp }) => {
    if (key === 'Enter' && target instanceof HTMLTextAreaElement) keep(seen.pressed, target.value, timeStamp);
  },
  true,
);

new MutationObserver(() => {
  const fresh = [...document.querySelectorAll('.bubble')]
    .map((bubble) => /Message \d+$/.exec(bubble.textContent ?? '')?.[0])
    .filter((text) => text !== undefined && !(text in seen.painted));
  if (fresh.length === 0) return;
  // The frame that draws them is over when the task behind it runs.
  requestAnimationFrame(() => {
    setTimeout(() => {
      for (const text of fresh) keep(seen.painted, text, performance.now());
    });
  });
}).observe(document, { subtree: true, childList: true, characterData: true });
