// Loaded into a server before its entry (`--import`): its parent sets its clock, as somebody may a computer's. Timers go
// on as they do then, too.
let aheadMs = Number(process.env.SELVEDGE_TEST_AHEAD_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
});

process.on('message', (set: { aheadMs: number }) => {
  ({ aheadMs } = set);
  process.send?.(now());
});

export {};
