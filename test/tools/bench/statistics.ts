/** The middle one; of an even number, the lower of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/**
 * The median of the ratios of what was measured in the same round: what slows a machine down for a while slows both
 * down, and drops out.
 */
export const medianRatio = (measured: readonly number[], reference: readonly number[]) =>
  median(measured.map((value, round) => value / (reference[round] ?? Number.NaN)))
