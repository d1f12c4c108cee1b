import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './find-mutants.ts'

/** A fault that no user can notice, with the reason why. */
export interface Accepted {
  file: string
  before: string
  after: string
  reason: string
}

/** The list of a project; none where it has no such file. */
export function readAccepted(root: string): Accepted[] {
  const path = join(root, 'test/tools/mutants/equal.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

export const isSame = (accepted: Accepted, { file, before, after }: Mutant) =>
  accepted.file === file && accepted.before === before && accepted.after === after
