// The time of a run: it stands still, but for waits, which pass at once.
const RealDate = Date
const realTimeout = setTimeout
let now: number | undefined
let passesWaits = false

/** Sets the time, in milliseconds since 1970; the real one where left out. */
export function setTime(time: number | undefined) {
  now = time
}

export const timeNow = () => now ?? RealDate.now()

/** Whether timers pass at once, and the clock goes on by them. */
export function passWaits(passes: boolean) {
  passesWaits = passes
}

/** Has all code of the process read this clock. */
export function installClock() {
  const FakeDate = new Proxy(RealDate, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [timeNow()] : given, self),
    apply: () => new RealDate(timeNow()).toString(),
    get: (target, name) => (name === 'now' ? timeNow : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = FakeDate
  globalThis.Date = FakeDate
  const timeout = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    if (!passesWaits || now === undefined || delay <= 0) return realTimeout(run, delay, ...given)
    now += delay
    return realTimeout(run, 0, ...given)
  }
  globalThis.setTimeout = Object.assign(timeout, { __promisify__: realTimeout.__promisify__ }) as typeof setTimeout
}
