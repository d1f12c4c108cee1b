import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, badRequest } from '../base/errors.ts'
import { REPOSITORY_PATHS } from '../features/source-control/controlled-files.ts'
import { readMergeBase } from '../features/source-control/merge-base.ts'
import { createRepositoryReader, type Repository } from '../features/source-control/repository.ts'
import type { Fixture } from '../model/fixture.ts'

const { folders, files } = REPOSITORY_PATHS

/** Whether a folder is one that source control pushes to. */
export const isSourceControlFolder = (names: readonly string[]) => [...folders, ...files].some(it => names.includes(it))

/**
 * A folder that source control pushes to, as a fixture. The instance's owner owns everything, whatever owner the files
 * name: that need not be a user of this instance.
 *
 * @throws ApiError 400 that names the file that is not as it should be
 */
export async function readSourceControlFolder(folder: string): Promise<Fixture> {
  const names = await readdir(folder)
  const paths: string[] = files.filter(file => names.includes(file))
  for (const inner of folders.filter(name => names.includes(name))) {
    const found = (await readdir(join(folder, inner))).filter(name => name.endsWith('.json')).sort()
    paths.push(...found.map(name => `${inner}/${name}`))
  }
  const reader = createRepositoryReader(readMergeBase(null), async () => {})
  for (const path of paths) {
    await reader.take({ paths: [path], bytes: await readFile(join(folder, path)), spend: () => {} })
  }
  try {
    return fixtureOf(reader.finish('', []))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw badRequest(`${folder}: ${error.message.replace('Nothing was pulled. ', '')}`, { cause: error })
  }
}

function fixtureOf({ workflows, credentials, tags, variables, mappings }: Repository): Fixture {
  const tagsOf = (id: string) => (mappings.get(id) ?? []).filter(tag => tags.has(tag))
  return {
    tags: Array.from(tags, ([id, { content: name }]) => ({ id, name })),
    workflows: [...workflows.values()].flatMap(({ value }) => {
      if (!value) return []
      const { ownerEmail, versionId, ...workflow } = value
      return [{ ...workflow, tags: tagsOf(workflow.id), ...(versionId ? { versionId } : {}) }]
    }),
    credentials: [...credentials.values()].flatMap(({ value }) => {
      if (!value) return []
      const { ownerEmail, ...credential } = value
      return [credential]
    }),
    variables: Array.from(variables, ([id, { value }]) => {
      const [key, type, text] = value as [string, string, string]
      return { id, key, type, value: text }
    }),
  }
}
