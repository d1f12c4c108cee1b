import { expect, test } from 'bun:test'
import { aWorkflow, createGitRemote, startInstance } from 'n8n-understudy/testing'

test('pulls what was pushed', async () => {
  await using remote = await createGitRemote()
  await remote.commit({ 'workflows/intake.json': { ...aWorkflow({ name: 'Intake' }), id: 'intake' } })
  await using instance = await startInstance({ gitRemote: remote.url })

  const headers = { 'X-N8N-API-KEY': instance.apiKey, 'Content-Type': 'application/json' }
  const pull = () => fetch(`${instance.url}/api/v1/source-control/pull`, { method: 'POST', headers, body: '{}' })

  expect(await (await pull()).json()).toMatchObject({ workflows: [{ id: 'intake', name: 'Intake' }] })

  await remote.commit({ 'workflows/intake.json': { ...aWorkflow({ name: 'Intake 2' }), id: 'intake' } })
  await pull()

  expect(instance.state('workflows').workflows).toMatchObject([{ name: 'Intake 2' }])
})
