// Refuses a release that is not ready: npm runs this before it publishes (`prepublishOnly`), and the
// release workflow with `--tag`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

/** What stands in `package.json` where nobody could know it yet. */
const PLACEHOLDER = 'OWNER'
const REQUIRED = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords', 'author']

type Manifest = Record<string, unknown> & { version: string }

/** Why a release must wait, each in a sentence; none where it may go out. */
export function releaseProblems(manifest: Manifest, changelog: string, tag?: string): string[] {
  const missing = REQUIRED.filter(field => manifest[field] === undefined)
  const unknown = REQUIRED.filter(field => JSON.stringify(manifest[field] ?? '').includes(PLACEHOLDER))
  return [
    ...(tag === undefined || tag === `v${manifest.version}`
      ? []
      : [`the tag is ${tag}, but package.json has the version ${manifest.version}`]),
    ...missing.map(field => `package.json has no "${field}"`),
    ...unknown.map(field => `"${field}" in package.json still has the placeholder ${PLACEHOLDER}`),
    ...(changelog.includes(`\n## [${manifest.version}] - `)
      ? []
      : [`docs/CHANGELOG.md has no section "## [${manifest.version}] - DATE"`]),
  ]
}

/** The files that still have the placeholder: what users copy from them would not work. */
function filesWithPlaceholder(root: string): string[] {
  const listed = ['README.md', 'action.yml', 'docs', '.github'].flatMap(path => filesIn(join(root, path)))
  return listed.filter(file => readFileSync(file, 'utf8').includes(`${PLACEHOLDER}/`)).map(file => relative(root, file))
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter(name => name !== 'node_modules' && !/\.png$/.test(name))
    .flatMap(name => filesIn(join(path, name)))
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { tag: { type: 'string' } }, allowPositionals: true })
  const root = positionals[0] ?? join(import.meta.dirname, '../../..')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const manifest: Manifest = JSON.parse(read('package.json'))
  const problems = [
    ...releaseProblems(manifest, read('docs/CHANGELOG.md'), values.tag),
    ...filesWithPlaceholder(root).map(file => `${file} still has the placeholder ${PLACEHOLDER}`),
  ]
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
