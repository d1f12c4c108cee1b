import { expect, test } from 'bun:test'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstance } from '../../../src/testing.ts'

const SCHEDULES = 3000
const JUMPS = 3
/** The part of its processor time for which an advance may hold up a write. */
const MOST_SHARE = 0.3

const workflows = Array.from({ length: SCHEDULES }, (_, n) => {
  const rule = { interval: [{ field: 'cronExpression', expression: `${n % 60} ${n % 24} * * *` }] }
  const node = { id: 's', name: 'S', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, position: [0, 0] }
  const nodes = [{ ...node, parameters: { rule } }]
  return { id: String(n + 1), name: `w${n}`, active: true, nodes, connections: {}, settings: {} }
})

/** Milliseconds that the thread which serves was at work. */
function threadTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test('writes do not wait while it is found out what is due of thousands of schedules', async () => {
  const options = { fixture: { workflows }, simulate: true, clock: '2026-01-01T00:00:00Z', socket: false, report() {} }
  await using instance = await startInstance(options)
  let leastShare = 1
  // on a busy machine one of them may be held up by others
  for (let jump = 0; jump < JUMPS && leastShare >= MOST_SHARE; jump++) {
    const began = threadTime()
    let isDone = false
    const jumped = instance.clock.advance('1d').finally(() => {
      isDone = true
    })
    let longest = 0
    for (let n = 0; !isDone; n++) {
      const asked = threadTime()
      const { status } = await instance.request('POST', '/api/v1/tags', { name: `${jump} ${n}` })
      longest = Math.max(longest, threadTime() - asked)
      expect(status).toBe(201)
      await sleep(1)
    }
    await jumped
    leastShare = Math.min(leastShare, longest / (threadTime() - began))
    expect(instance.state('executions').executions).toHaveLength(1000 * (jump + 1))
  }
  expect(leastShare).toBeLessThan(MOST_SHARE)
}, 60_000)
