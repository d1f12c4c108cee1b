import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import packageJson from '../../../package.json'
import { temporaryFolder } from '../../commands/run-cli.ts'

const CHECK = join(import.meta.dirname, 'check-release.ts')

const KNOWN = {
  ...packageJson,
  repository: 'github:somebody/understudy',
  homepage: 'https://example.com',
  bugs: 'https://example.com/issues',
  author: 'Somebody',
}
const DATED = `# Changelog\n\n## [${packageJson.version}] - 2026-12-01\n`

async function check(manifest: object, changelog: string) {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'docs'))
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder.path, 'docs/CHANGELOG.md'), changelog)
  const { status, stderr } = spawnSync(process.execPath, [CHECK, folder.path], { encoding: 'utf8' })
  return { status, said: stderr }
}

test.each<[string, object, string, number, string]>([
  ['passes when everything is known', KNOWN, DATED, 0, ''],
  ['is refused with a placeholder', { ...KNOWN, author: 'OWNER' }, DATED, 1, '"author" in package.json still has'],
  ['is refused without a homepage', { ...KNOWN, homepage: undefined }, DATED, 1, 'package.json has no "homepage"'],
  ['is refused when the changelog does not name it', KNOWN, '# Changelog\n', 1, 'docs/CHANGELOG.md has no section'],
])('a release %s', async (_name, manifest, changelog, status, said) => {
  expect(await check(manifest, changelog)).toEqual({ status, said: expect.stringContaining(said) })
})

test('a release is refused while a document has a placeholder, or where the tag is of another version', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'docs/examples'), { recursive: true })
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(KNOWN))
  await writeFile(join(folder.path, 'docs/CHANGELOG.md'), DATED)
  const example = join(folder.path, 'docs/examples/ci.yml')
  const tried = (tag: string) => {
    const { status, stderr } = spawnSync(process.execPath, [CHECK, folder.path, '--tag', tag], { encoding: 'utf8' })
    return [status, stderr]
  }
  await writeFile(example, 'uses: OWNER/understudy@v1')
  const tag = `v${packageJson.version}`
  expect(tried(tag)).toEqual([1, 'docs/examples/ci.yml still has the placeholder OWNER\n'])
  await writeFile(example, 'uses: somebody/understudy@v1')
  expect(tried(tag)).toEqual([0, ''])
  expect(tried('v9.9.9')).toEqual([1, `the tag is v9.9.9, but package.json has the version ${packageJson.version}\n`])
})

test('the release workflow checks the tag before it builds package, executables and image for two architectures', () => {
  const { on, jobs } = parse(readFileSync(join(import.meta.dirname, '../../../.github/workflows/release.yml'), 'utf8'))
  expect(on).toEqual({ push: { tags: ['v*'] } })
  const runs = jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect(runs[0]).toBe('bun test/tools/release/check-release.ts --tag "$GITHUB_REF_NAME"')
  const { check, ...builds } = jobs
  expect(check.needs).toBeUndefined()
  expect(Object.values<{ needs: string }>(builds).map(({ needs }) => needs)).toEqual(['check', 'check', 'check'])
  const image = builds.image.steps.at(-1).with
  expect(image.platforms).toBe('linux/amd64,linux/arm64')
  expect(existsSync(join(import.meta.dirname, '../../..', image.file))).toBe(true)
})

test('npm checks a release before it publishes', () => {
  expect(packageJson.scripts.prepublishOnly).toStartWith('bun test/tools/release/check-release.ts && ')
})

test.each(['README.md', 'package.json'])(
  '%s says that the project is not affiliated with the makers of the service',
  file => {
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/not affiliated with (?:n8n GmbH, )?the makers of/i)
  },
)
