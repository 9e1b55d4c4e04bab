// Runs before the page's own code and records the latency of each interaction, and the longest frame.
const seen = { answers: {}, frame: 0 };
window.seen = seen;

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) seen.answers[interactionId] = Math.max(seen.answers[interactionId] ?? 0, duration);
  }
}).observe({ type: 'event', durationThreshold: 16 });

let last = 0;
const onFrame = (at) => {
  if (last > 0) seen.frame = Math.max(seen.frame, at - last);
  last = at;
  requestAnimationFrame(onFrame);
};
requestAnimationFrame(onFrame);
