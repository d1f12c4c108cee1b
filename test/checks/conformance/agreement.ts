import { randomBytes } from 'node:crypto'
import type { ProfileName } from '../../../src/index.ts'
import type { Step } from '../../case.ts'
import { type MeasuredCase, measuredIn, OPERATIONS, type OperationId } from './case.ts'
import { playCase } from './play-case.ts'
import { type Answer, freshInstance, type Target } from './target.ts'

export interface Agreement {
  operation: OperationId
  played: number
  agree: number
  /** The cases that do not agree, with what is different. */
  disagree: { name: string; differences: string[] }[]
}

/**
 * Plays the cases that hold in a version on fresh instances of ours, each on its own. The cases of 1.41 are those of
 * `contract` too: it follows what was measured where the reference is silent.
 *
 * @param watch is given each request and its answer
 */
export function playOnFresh(
  cases: readonly MeasuredCase[],
  profile: ProfileName,
  watch: (step: Step, answer: Answer) => void = () => {},
): Promise<Agreement[]> {
  return playAll(measuredIn(profile, cases), async it => {
    await using target = await freshInstance(profile, it.fixture)
    const send = async (step: Step) => {
      const answer = await target.send(step)
      watch(step, answer)
      return answer
    }
    return await playCase(it, { ...target, send }, newRun())
  })
}

/** Plays those cases of a version that can be played anywhere on one running service, one after the other. */
export function playOn(target: Target, cases: readonly MeasuredCase[], version: ProfileName): Promise<Agreement[]> {
  return playAll(measuredIn(version, cases).filter(isPlayableAnywhere), it => playCase(it, target, newRun()))
}

/** Whether a case sets itself up through the API alone, and asks for nothing that the real service answers otherwise. */
export const isPlayableAnywhere = ({ fixture, insteadOf }: MeasuredCase) =>
  fixture === undefined && insteadOf === undefined

async function playAll(
  cases: readonly MeasuredCase[],
  play: (it: MeasuredCase) => Promise<string[]>,
): Promise<Agreement[]> {
  const results = new Map<OperationId, Agreement>()
  for (const it of cases) {
    const result = results.get(it.operation) ?? { operation: it.operation, played: 0, agree: 0, disagree: [] }
    results.set(it.operation, result)
    const differences = await play(it)
    result.played++
    if (differences.length === 0) result.agree++
    else result.disagree.push({ name: it.name, differences })
  }
  return (Object.keys(OPERATIONS) as OperationId[]).flatMap(operation => results.get(operation) ?? [])
}

/** Letters that no name has that is not ours. */
const newRun = () => `u${randomBytes(3).toString('hex').slice(0, 5)}`
