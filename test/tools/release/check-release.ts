// Refuses a release that is not ready: npm runs this before it publishes (`prepublishOnly`).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** What stands in `package.json` where nobody could know it yet. */
const PLACEHOLDER = 'OWNER'
const REQUIRED = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords', 'author']

type Manifest = Record<string, unknown> & { version: string }

/** Why a release must wait, each in a sentence; none where it may go out. */
export function releaseProblems(manifest: Manifest, changelog: string): string[] {
  const missing = REQUIRED.filter(field => manifest[field] === undefined)
  const unknown = REQUIRED.filter(field => JSON.stringify(manifest[field] ?? '').includes(PLACEHOLDER))
  return [
    ...missing.map(field => `package.json has no "${field}"`),
    ...unknown.map(field => `"${field}" in package.json still has the placeholder ${PLACEHOLDER}`),
    ...(changelog.includes(`\n## [${manifest.version}] - `)
      ? []
      : [`docs/CHANGELOG.md has no section "## [${manifest.version}] - DATE"`]),
  ]
}

if (import.meta.main) {
  const root = process.argv[2] ?? join(import.meta.dirname, '../../..')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const problems = releaseProblems(JSON.parse(read('package.json')), read('docs/CHANGELOG.md'))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
