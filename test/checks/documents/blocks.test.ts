import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { blocksOf, DOCUMENTS, filesIn, ROOT, textOf } from './documents.ts'

/** Blocks that are no copy of a file: their document and how they begin, with the test that runs them. */
const RUN_BY: [document: string, begins: string, keeper: string][] = [
  ['README.md', 'npx -y bun start', 'test/checks/documents/commands.long.test.ts'],
  ['README.md', 'API_KEY=dev', 'test/checks/documents/commands.long.test.ts'],
  ['README.md', 'npm install --save-dev n8n-understudy', 'test/kit/package/first-test.long.test.ts'],
  ['docs/control-api.md', 'npx n8n-understudy', 'test/kit/package/package.long.test.ts'],
  ['docs/control-api.md', 'curl ', 'test/checks/documents/control-examples.long.test.ts'],
  ['docs/control-api.md', '{', 'test/checks/documents/control-examples.long.test.ts'],
  ['docs/control-api.md', 'event: ', 'test/checks/documents/control-examples.long.test.ts'],
  ['docs/testing.md', 'npm install --save-dev openapi-fetch', 'test/checks/shapes/typed-client.long.test.ts'],
  ['docs/testing.md', 'import createClient', 'test/checks/shapes/typed-client.long.test.ts'],
  ['docs/fixtures.md', 'curl ', 'test/checks/documents/commands.long.test.ts'],
  ['docs/fixtures.md', 'npx n8n-understudy validate', 'test/checks/documents/commands.long.test.ts'],
  ['docs/settings.md', 'npx n8n-understudy users create', 'test/checks/documents/commands.long.test.ts'],
  ['docs/runtimes.md', 'NODE_DISABLE_COLORS=1 deno run', 'test/checks/documents/deno-permissions.long.test.ts'],
  ['docs/runtimes.md', 'bun run build', 'test/runtimes/executable/build.test.ts'],
  ['docs/growing.md', 'export N8N_KEY=', 'test/migrate/commands.test.ts'],
  ['docs/growing.md', 'npx n8n-understudy compare', 'test/migrate/commands.test.ts'],
  ['docs/growing.md', 'npx n8n-understudy clone https://target', 'test/migrate/commands.test.ts'],
  ['docs/growing.md', 'npx n8n-understudy promote', 'test/migrate/commands.test.ts'],
  ['docs/growing.md', 'import { cloneService', 'test/migrate/clone.test.ts'],
  ['docs/source-control.md', 'npx n8n-understudy serve --git-remote', 'test/core/api/source-control/instance.test.ts'],
  ['README.md', "import { test } from 'node:test'\nimport { assertRan", 'test/kit/readme-workflow.test.ts'],
  ['docs/testing-workflows.md', '{', 'test/runs/tests/command.long.test.ts'],
  ['docs/testing-workflows.md', 'npx n8n-understudy test', 'test/runs/tests/command.long.test.ts'],
  ['docs/testing-workflows.md', 'npx n8n-understudy validate', 'test/commands/validate.test.ts'],
  ['docs/testing-workflows.md', '✗ orders', 'test/runs/tests/command.long.test.ts'],
  ['docs/testing-workflows.md', 'import assert', 'test/runs/tests/kit.test.ts'],
  ['docs/testing-workflows.md', 'npm install --save-dev --ignore-scripts', 'test/runs/installed/engine.test.ts'],
  ['docs/testing-workflows.md', 'const app = new Elysia', 'test/runs/wire/function.test.ts'],
  ['docs/verifying.md', 'npx n8n-understudy verify', 'test/verify/command.test.ts'],
  ['docs/verifying.md', '{', 'test/verify/command.test.ts'],
  ['docs/testing-workflows.md', '- uses: actions', 'test/runs/tests/command.long.test.ts'],
]

/** The test that runs each file of docs/examples: the first entry that its path begins with. */
const EXAMPLES_RUN_BY: [begins: string, keeper: string][] = [
  ['first.test.mjs', 'test/kit/package/first-test.long.test.ts'],
  ['app.test', 'test/kit/runners.long.test.ts'],
  ['bad-day.ts', 'test/checks/documents/commands.long.test.ts'],
  ['fixture.json', 'test/checks/documents/commands.long.test.ts'],
  ['ci/verify-weekly.yml', 'test/verify/command.test.ts'],
  ['ci/', 'test/checks/documents/ci-start.long.test.ts'],
  ['container/testcontainers', 'test/checks/documents/testcontainers.long.test.ts'],
  ['container/', 'test/checks/documents/container.long.test.ts'],
  ['pytest/', 'test/checks/documents/commands.long.test.ts'],
  ['runners/', 'test/kit/package/runner-examples.long.test.ts'],
  ['jest/', 'test/kit/package/runners.long.test.ts'],
  ['node/', 'test/kit/package/runner-examples.long.test.ts'],
  ['vitest/', 'test/kit/runners.long.test.ts'],
  ['client.ts', 'test/kit/runners.long.test.ts'],
  ['any-state', 'test/kit/runners.long.test.ts'],
  ['client.test', 'test/kit/runners.long.test.ts'],
  ['failures', 'test/kit/runners.long.test.ts'],
  ['git-pull', 'test/kit/runners.long.test.ts'],
  ['pagination', 'test/kit/runners.long.test.ts'],
  ['schedule', 'test/kit/runners.long.test.ts'],
  ['time', 'test/kit/runners.long.test.ts'],
  ['webhook', 'test/kit/runners.long.test.ts'],
  ['workflow.test', 'test/kit/runners.long.test.ts'],
  ['workflows/', 'test/runs/tests/command.long.test.ts'],
  ['engine/', 'test/runs/installed/examples.test.ts'],
  ['community-node/', 'test/runs/installed/examples.test.ts'],
]

/** Blocks that no test runs, and why. */
const NOT_RUN: [document: string, begins: string, reason: string][] = [
  [
    'docs/container.md',
    'docker build',
    'there is no Docker where the tests run; test/checks/documents/container.long.test.ts does what the file says',
  ],
  ['README.md', 'Invoke-RestMethod', 'there is no PowerShell where the tests run'],
  ['docs/troubleshooting.md', '$env:UNDERSTUDY_API_KEY', 'there is no PowerShell where the tests run'],
  ['docs/troubleshooting.md', '$headers', 'there is no PowerShell where the tests run'],
  ['README.md', 'npx -y bun run test', 'it would run itself; .ci/run begins with it'],
  ['docs/CONTRIBUTING.md', 'git clone REPOSITORY', 'the address is a placeholder; the rest is what .ci/run does'],
  ['docs/CONTRIBUTING.md', '  cli ──', 'a drawing'],
]

const EXAMPLES = new Map(
  filesIn(join(ROOT, 'docs/examples'), '')
    .map(file => [relative(ROOT, file), readFileSync(file, 'utf8')] as const)
    // what a run leaves behind
    .filter(([file]) => !file.includes('/.')),
)

const blocks = DOCUMENTS.flatMap(document => blocksOf(textOf(document)).map(({ code }) => ({ document, code })))
const isListed =
  ({ document, code }: (typeof blocks)[number]) =>
  ([listed, begins]: readonly string[]) =>
    listed === document && code.startsWith(begins ?? '')

test('every block of code is a file that ran (bun run generate copies it), is run by a test, or says why not', () => {
  const strays = blocks.filter(block => {
    const named = /^(?:\/\/|#) (docs\/examples\/\S+)\n(.*)$/s.exec(block.code)
    if (named) return EXAMPLES.get(named[1] ?? '') !== named[2]
    return ![...RUN_BY, ...NOT_RUN].some(isListed(block))
  })
  expect(strays).toEqual([])
})

test('the list names only blocks and tests that there are', () => {
  const listed = [...RUN_BY, ...NOT_RUN]
  expect(listed.filter(entry => !blocks.some(block => isListed(block)(entry)))).toEqual([])
  expect(RUN_BY.filter(([, , keeper]) => !existsSync(join(ROOT, keeper)))).toEqual([])
})

test('every example is run by a test', () => {
  const keeperOf = (file: string) =>
    EXAMPLES_RUN_BY.find(([begins]) => file.startsWith(`docs/examples/${begins}`))?.[1] ?? ''
  expect([...EXAMPLES.keys()].filter(file => !existsSync(join(ROOT, keeperOf(file) || 'nowhere')))).toEqual([])
})

test('every example is shown or named in a document', () => {
  const all = DOCUMENTS.map(textOf).join('\n')
  expect([...EXAMPLES.keys()].filter(file => !all.includes(file.replace('docs/', '')))).toEqual([])
})
