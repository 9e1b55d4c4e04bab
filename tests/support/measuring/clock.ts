// Loaded into a server before its entry (`--import`): lets the parent process set the server's clock. Timers
// are not affected, as on a real computer.
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
