// Runs before the page's own code and records, by text, when each message was sent and painted, in
// milliseconds of the machine's clock.
const seen = { pressed: {}, painted: {} };
window.seen = seen;

const record = (into, text, at) => {
  into[text] ??= performance.timeOrigin + at;
};

window.addEventListener(
  'keydown',
  ({ key, target, timeStamp }) => {
    if (key === 'Enter' && target instanceof HTMLTextAreaElement)
      record(seen.pressed, target.value, timeStamp);
  },
  true,
);

new MutationObserver(() => {
  const fresh = [...document.querySelectorAll('.bubble')]
    .map((bubble) => /Message \d+$/.exec(bubble.textContent ?? '')?.[0])
    .filter((text) => text !== undefined && !(text in seen.painted));
  if (fresh.length === 0) return;
  // The task queued here runs after the frame that paints them.
  requestAnimationFrame(() => {
    setTimeout(() => {
      for (const text of fresh) record(seen.painted, text, performance.now());
    });
  });
}).observe(document, { subtree: true, childList: true, characterData: true });
