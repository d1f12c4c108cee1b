import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('npm checks a release before it publishes', () => {
  expect(packageJson.scripts.prepublishOnly).toStartWith('bun test/tools/release/check-release.ts && ')
})
