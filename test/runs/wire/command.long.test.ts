import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { createApp, EXPECTED, order, roundWorkflow, serveApp } from '../../runtimes/facts/app-facts.ts'
import { RUNTIMES, startOn } from '../../runtimes/runtimes.ts'

// it starts processes: the command is to read the flag, on each runtime
describe.each(RUNTIMES)('serve --forward, on %s', runtime => {
  test('an app and a workflow call each other', async () => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await Bun.write(seed, JSON.stringify({ workflows: [roundWorkflow] }))
    let url = ''
    const { app, asked } = createApp(body =>
      fetch(`${url}/webhook/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )
    await using served = await serveApp(async request => app.fetch(request))
    const forward = `https://api.example.invalid/*=${served.url}`
    const flags = ['--simulate', '--unmocked', 'fail', '--profile', 'n8n-2.41', '--seed', seed, '--forward', forward]
    await using instance = await startOn(runtime, flags)
    url = instance.url
    expect(await (await fetch(`${served.url}/orders/A1`, order)).json()).toEqual(EXPECTED)
    expect(asked).toEqual(['7 for A1'])
  })

  test('without it, nothing is sent', async () => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    const { app, asked } = createApp(() => Promise.reject(new Error('not called')))
    await using served = await serveApp(async request => app.fetch(request))
    const nodes = roundWorkflow.nodes.map(node =>
      node.name === 'Get customer' ? { ...node, parameters: { url: `${served.url}/customers/7` } } : node,
    )
    await Bun.write(seed, JSON.stringify({ workflows: [{ ...roundWorkflow, nodes }] }))
    const flags = ['--simulate', '--unmocked', 'fail', '--profile', 'n8n-2.41', '--seed', seed]
    await using instance = await startOn(runtime, flags)
    const answer = await fetch(`${instance.url}/webhook/orders`, order)
    expect([answer.status, asked]).toEqual([500, []])
  })
})
