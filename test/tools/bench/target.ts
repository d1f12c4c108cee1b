import { percent, printTable } from './table.ts'

/** Something that must be so, and what was measured. */
export interface Target {
  says: string
  measured: string
  holds: boolean
}

export const atLeast = (says: string, ratio: number, least: number): Target => ({
  says: `${says}: at least ${percent(least)}`,
  measured: percent(ratio),
  holds: ratio >= least,
})

export const atMost = (says: string, value: number, most: number, unit = 'times'): Target => ({
  says: `${says}: at most ${most} ${unit}`,
  measured: `${value.toFixed(unit === 'ms' ? 0 : 2)} ${unit}`,
  holds: value <= most,
})

export function printTargets(targets: readonly Target[]) {
  printTable(
    ['must be', 'measured', 'holds'],
    targets.map(({ says, measured, holds }) => [says, measured, holds ? 'yes' : 'no']),
  )
}
