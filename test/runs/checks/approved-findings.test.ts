import { expect, test } from 'bun:test'
import type { Finding } from '../../../src/runs/checks/finding.ts'
import { startInstance } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { conditions, seenKinds } from './damaged/conditions.ts'
import { calls, fields, ports, shapes, starts } from './damaged/connections.ts'
import { assigned, parameters } from './damaged/parameters.ts'
import { texts } from './damaged/texts.ts'

const GROUPS = {
  ...texts(),
  ...conditions(),
  ...seenKinds(),
  ...assigned(),
  ...calls(),
  ...parameters(),
  ...ports(),
  ...fields(),
  ...starts(),
  ...shapes(),
}

test('what is found in sound and damaged workflows is as approved (bun run generate writes it)', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41' })
  const lines: string[] = []
  for (const [group, workflows] of Object.entries(GROUPS)) {
    const { status, text } = await instance.request('POST', '/_control/validations', { workflows })
    expect([group, status]).toEqual([group, 200])
    const { findings } = JSON.parse(text) as { findings: Finding[] }
    const rules = Map.groupBy(findings, ({ rule, severity }) => `${severity} ${rule}`)
    const counts = [...rules].map(([rule, { length }]) => `${length} ${rule}`).sort()
    lines.push(`${JSON.stringify(group)}: ${[...counts, digest(JSON.stringify(findings))].join(', ')}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)
