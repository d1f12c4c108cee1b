import { versions } from '../../src/index.ts'

/** Every version as the source, with every version as the target. */
export const PAIRS = versions.flatMap(from => versions.map(to => [from, to] as const))
