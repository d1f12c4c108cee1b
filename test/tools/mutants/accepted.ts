import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './find-mutants.ts'

/** A fault that no user can notice, with the reason why. */
export interface Accepted {
  file: string
  fault: string
  reason: string
}

/** The faults of a file, by their reasons. */
type List = Record<string, Record<string, string[]>>

/** The list of a project; none where it has no such file. */
export function readAccepted(root: string): Accepted[] {
  const path = join(root, 'test/tools/mutants/equal.json')
  const list: List = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return Object.entries(list).flatMap(([file, reasons]) =>
    Object.entries(reasons).flatMap(([reason, faults]) => faults.map(fault => ({ file, fault, reason }))),
  )
}

export const isSame = (accepted: Accepted, { file, fault }: Mutant) =>
  accepted.file === file && accepted.fault === fault
