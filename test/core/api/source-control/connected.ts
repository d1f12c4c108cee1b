import { createGitRemote } from '../../../../src/core/git/temporary-remote.ts'
import { type ProfileName, startInstance } from '../../../../src/testing.ts'
import { minimal, world } from '../world.ts'

export const orders = (name: string) => ({ id: '50', ...minimal({ name }) })

/** An instance that is connected to a repository with one workflow in it. */
export async function startConnected(profile: ProfileName) {
  const remote = await createGitRemote()
  await remote.commit({
    'workflows/50.json': orders('Orders'),
    'tags.json': { tags: [{ id: 't1', name: 'prod' }], mappings: [{ workflowId: '50', tagId: 't1' }] },
    'variable_stubs.json': [{ id: 'v1', key: 'REGION', type: 'string', value: '' }],
  })
  const instance = await startInstance({ fixture: world, profile, gitRemote: remote.path, licence: 'all' })
  return {
    instance,
    remote,
    async [Symbol.asyncDispose]() {
      await instance.stop()
      await remote.remove()
    },
  }
}
