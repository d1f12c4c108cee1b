import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'

test('isomorphic-git is not loaded before the first pull', async () => {
  const script = `
    const loaded = () => Object.keys(require.cache).some(file => file.includes('isomorphic-git'))
    const { connectRemote } = await import(${JSON.stringify(fileURLToPath(import.meta.resolve('../../../../src/core/git/remote.ts')))})
    await import(${JSON.stringify(fileURLToPath(import.meta.resolve('../../../../src/core/features/source-control/pull.ts')))})
    const remote = connectRemote({ url: '/nowhere' })
    const before = loaded()
    await remote.pull({ paths: { files: [], folders: [] } }).catch(() => {})
    console.log(before, loaded())
  `
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script])
  expect(stdout.toString().trim()).toBe('false true')
})
