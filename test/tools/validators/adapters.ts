import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { loadVersion } from '../../../src/core/versions/versions.ts'
import { askVersion } from '../../../src/instance/asked-version.ts'
import { checkFiles } from '../../../src/runs/checks/check-files.ts'

/** What a validator says of a workflow. What it gives as mere advice or a note is left out. */
export interface Said {
  level: 'error' | 'warning'
  text: string
}

/** Asks a validator about files of one workflow each: what it says of each, in their order. */
type Ask = (files: readonly string[], places: Places) => Promise<Said[][]>

/** Where validators are installed, and the service, which one of them takes its facts of nodes from. */
interface Places {
  installed: string
  service: string | undefined
}

/** A validator, with the packages that it needs. */
export interface Adapter {
  packages: readonly string[]
  ask: Ask
  /** Why it is not asked without an installed service. */
  needsService?: string
}

export const ADAPTERS: Record<string, Adapter> = {
  'understudy validate': { packages: [], ask: askUnderstudy },
  'n8n-mcp, profile runtime': {
    packages: ['n8n-mcp@2.87.0'],
    ask: (files, places) => askMcp('runtime', files, places),
  },
  'n8n-mcp, profile strict': { packages: ['n8n-mcp@2.87.0'], ask: (files, places) => askMcp('strict', files, places) },
  '@n8n/workflow-sdk': {
    packages: ['@n8n/workflow-sdk@0.34.0'],
    ask: askSdk,
    needsService: "it takes the nodes' definitions from an installed service (--service)",
  },
  'n8n-as-code': { packages: ['@n8n-as-code/skills@2.3.0-next.150'], ask: askAsCode },
  flowlint: { packages: ['flowlint@0.7.0'], ask: askFlowlint },
}

async function askUnderstudy(files: readonly string[]): Promise<Said[][]> {
  const checks = {
    loadVersion: (name: string) => loadVersion(name as Parameters<typeof loadVersion>[0]),
    newest: 'n8n-2.41',
    profile: 'n8n-2.41',
    publish: false,
    allowNodes: [],
    askVersion,
  }
  const all: Said[][] = []
  const named = files.map(file => ({ file, isNamed: true }))
  for await (const one of checkFiles(named, checks)) {
    if (!('findings' in one)) throw new Error(`${files[all.length]} is not read`)
    const said = one.findings.filter(({ severity }) => severity !== 'note')
    all.push(
      said.map(({ severity, rule, message }) => ({
        level: severity === 'fault' ? 'error' : 'warning',
        text: `${rule}: ${message}`,
      })),
    )
  }
  return all
}

async function askMcp(profile: string, files: readonly string[], { installed }: Places): Promise<Said[][]> {
  const root = join(installed, 'node_modules/n8n-mcp')
  const load = loaderIn(root)
  const { createDatabaseAdapter } = load('./dist/database/database-adapter.js')
  const { NodeRepository } = load('./dist/database/node-repository.js')
  const { EnhancedConfigValidator } = load('./dist/services/enhanced-config-validator.js')
  const { WorkflowValidator } = load('./dist/services/workflow-validator.js')
  const repository = new NodeRepository(await createDatabaseAdapter(join(root, 'data/nodes.db')))
  EnhancedConfigValidator.initializeSimilarityServices(repository)
  const validator = new WorkflowValidator(repository, EnhancedConfigValidator)
  return eachOf(files, async file => reportOf(await validator.validateWorkflow(workflowIn(file), { profile })))
}

async function askSdk(files: readonly string[], { installed, service = '' }: Places): Promise<Said[][]> {
  const sdk = loaderIn(join(installed, 'node_modules/@n8n/workflow-sdk'))('./dist/index.js')
  const packages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']
  const folders = packages.map(name => join(service, 'node_modules', name, 'dist/node-definitions'))
  for (const folder of folders) if (!existsSync(folder)) throw new Error(`${folder} is missing`)
  sdk.setSchemaBaseDirs(folders)
  return eachOf(files, async file => {
    const { errors, warnings } = sdk.validateWorkflow(workflowIn(file)) as Report
    // as its command does
    const { blocking } = sdk.partitionValidationIssues([...errors, ...warnings]) as { blocking: { message: string }[] }
    return blocking.map(({ message }) => ({ level: 'error', text: message }))
  })
}

async function askAsCode(files: readonly string[], { installed }: Places): Promise<Said[][]> {
  const { WorkflowValidator } = await import(join(installed, 'node_modules/@n8n-as-code/skills/dist/index.js'))
  const validator = new WorkflowValidator()
  return eachOf(files, async file => reportOf(await validator.validateWorkflow(workflowIn(file))))
}

/** It has a command only, which reads a folder. "nit" is advice. */
async function askFlowlint(files: readonly string[], { installed }: Places): Promise<Said[][]> {
  const folder = dirname(dirname(files[0] as string))
  writeFileSync(join(folder, '.flowlint.yml'), 'files:\n  include: ["**/*.json"]\n  ignore: []\n')
  const command = [
    join(installed, 'node_modules/flowlint/dist/cli.js'),
    'scan',
    '.',
    '--config',
    '.flowlint.yml',
    '--format',
    'json',
  ]
  const text = execFileSync(process.execPath, command, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })
  const { findings } = JSON.parse(text) as {
    findings: { path: string; rule: string; severity: string; message: string }[]
  }
  return files.map(file =>
    findings
      .filter(({ path, severity }) => path === relative(folder, file) && severity !== 'nit')
      .map(({ severity, rule, message }) => ({
        level: severity === 'must' ? 'error' : 'warning',
        text: `${rule}: ${message}`,
      })),
  )
}

/** A validator that stops at a workflow refuses it. */
async function eachOf(files: readonly string[], ask: (file: string) => Promise<Said[]>): Promise<Said[][]> {
  const all: Said[][] = []
  for (const file of files) all.push(await ask(file).catch(error => [{ level: 'error', text: `stops: ${error}` }]))
  return all
}

interface Report {
  errors: readonly { message: string }[]
  warnings: readonly { message: string }[]
}

const reportOf = ({ errors, warnings }: Report): Said[] => [
  ...errors.map(({ message }): Said => ({ level: 'error', text: message })),
  ...warnings.map(({ message }): Said => ({ level: 'warning', text: message })),
]

const workflowIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const loaderIn = (folder: string) => createRequire(join(folder, 'package.json'))
