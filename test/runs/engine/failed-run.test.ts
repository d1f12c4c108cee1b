import { describe, expect, test } from 'bun:test'
import { storedProgress } from '../../../src/runs/engine/execution-data.ts'
import { failedRun } from '../../../src/runs/engine/failed-run.ts'
import type { RunJob, RunResult } from '../../../src/runs/engine/job.ts'
import { digest } from '../../digest.ts'
import { jobOf, node, play, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
const waits = node('W', { type: 'n8n-nodes-base.wait', parameters: { resume: 'webhook' } })
const loop = workflow([trigger, waits], 'T > W > W')

/** What an execution that waits is continued with. */
const continued = ({ data }: RunResult): Partial<RunJob> => {
  const before = storedProgress(JSON.parse(JSON.stringify(data)))
  return { start: undefined, before: before && { ...before, isResumed: true } }
}

describe('a run that is not computed', () => {
  test('has the failure in the place of the wait that it went on from, behind the runs before it', async () => {
    const first = await play(loop)
    const second = await play(loop, continued(first))
    expect(shownRuns(second).W?.map(({ status }) => status)).toEqual(['success', 'waiting'])
    const failed = failedRun(jobOf(loop, continued(second)), 'It took too long')
    expect(failed).toMatchObject({ status: 'error', lastNode: 'W', order: ['W'] })
    expect(shownRuns(failed).W?.map(({ status, error }) => [status, error])).toEqual([
      ['success', undefined],
      ['error', 'It took too long'],
    ])
    expect(shownRuns(failed).T).toEqual(shownRuns(second).T)
  })

  const refusal = { node: 'W', message: 'No access', description: 'Share it' }
  test.each<[string, Partial<RunJob>, string | typeof refusal]>([
    ['of a start', {}, 'It took too long'],
    ['of a start in the old form', { form: 'plain' }, 'It took too long'],
    ['of no start', { start: undefined }, 'It took too long'],
    ['that is refused', {}, refusal],
    ['that is refused, in the old form', { form: 'plain' }, refusal],
    ['that is refused for an unknown node', {}, { ...refusal, node: 'X' }],
  ])('%s is as approved (bun run generate writes it)', (_name, more, failure) => {
    const text = JSON.stringify(failedRun(jobOf(loop, more), failure))
    expect(`${text.slice(0, 400)} ${digest(text)}`).toMatchSnapshot()
  })
})
