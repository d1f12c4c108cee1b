import { versions } from '../../src/index.ts'

/** Every version as the source, with every version as the target. */
export const PAIRS = versions.flatMap(from => versions.map(to => [from, to] as const))

/** Each version once as the source and once as the target, for what takes seconds. */
export const SOME_PAIRS = versions.map((from, at) => [from, versions[(at + 1) % versions.length] ?? from] as const)
