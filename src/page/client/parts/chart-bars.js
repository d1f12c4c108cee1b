const HOUR = 3_600_000

/** How many hours one bar stands for. */
const barLength = hours => (hours <= 24 ? 1 : hours <= 168 ? 6 : 24)

/**
 * Bars of equal length over a time, in the hours of the clock on the wall.
 *
 * @param counts per hour: `{ hour, counts: { success: 3 } }`
 */
export function barsOf({ from, until, hours }) {
  const length = barLength((Date.parse(until) - Date.parse(from)) / HOUR)
  const bars = []
  const start = new Date(from)
  start.setHours(Math.floor(start.getHours() / length) * length, 0, 0, 0)
  while (start.getTime() < Date.parse(until)) {
    const next = new Date(start)
    next.setHours(next.getHours() + length)
    bars.push({ start: start.getTime(), end: next.getTime(), counts: {}, total: 0, length })
    start.setTime(next.getTime())
  }
  for (const { hour, counts } of hours) {
    const bar = bars.find(({ start, end }) => start <= Date.parse(hour) && Date.parse(hour) < end)
    for (const [status, number] of Object.entries(bar ? counts : {})) {
      bar.counts[status] = (bar.counts[status] ?? 0) + number
      bar.total += number
    }
  }
  return bars
}

/** A scale from 0 that reaches `most` in at most four round steps. */
export function scaleOf(most) {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    [1, 2, 2.5, 5, 10].map(factor => factor * power).find(step => step >= rough),
    1,
  )
  const whole = Math.ceil(step)
  return { step: whole, top: Math.max(Math.ceil(most / whole), 1) * whole }
}
