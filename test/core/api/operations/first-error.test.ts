import { expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'

const rule = { expression: 'e', role: 'r', type: 'instance' }
const type = "request/body/roleType Invalid enum value. Expected 'project' | 'global', received 'x'"

test.each([
  [
    '/role-mapping-rules',
    { ...rule, order: 0, projectIds: 5 },
    'request/body/projectIds Expected array, received number',
  ],
  ['/variables', { key: 'k', value: 5 }, 'request/body/value Expected string, received number'],
  ['/variables', { key: 'k'.repeat(50), value: 5 }, 'request/body/value Expected string, received number'],
  [
    '/workflows',
    { name: 'n', nodes: [], connections: {}, settings: {}, staticData: '{}', nodeGroups: 5 },
    'request/body/nodeGroups Expected array, received number',
  ],
  ['/roles', { displayName: 'nn', roleType: 'x', scopes: [] }, type],
  ['/roles', { displayName: 'n'.repeat(100), roleType: 'x', scopes: [] }, type],
])('POST %s with %j is refused for what is wrong behind a value at its bound', async (path, body, message) => {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, `POST ${path}`, body))).toBe(`400 ${message}`)
})
