import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { isRecord } from '../core/base/is-record.ts'
import { linesOf } from '../core/base/json-line.ts'
import { keysOf, pointerOf } from '../core/base/json-pointer.ts'
import type { Finding, PlacedWorkflow } from '../runs/checks/finding.ts'
import { countOf } from '../runs/checks/report.ts'
import { NOT_CHECKED } from '../runs/checks/workflow-checks.ts'
import { print, printError } from './terminal.ts'

/** What was found in a file, or in the files of a folder; or why they cannot be loaded. */
export type CheckedFile =
  | {
      place: string
      /** The version that was asked; none where none is named. */
      profile: string | undefined
      workflows: readonly PlacedWorkflow[]
      findings: readonly Finding[]
    }
  | { place: string; problems: readonly string[]; isUnreadable: boolean }

const PREFIX = { fault: '', warning: 'warning: ', note: 'note: ' } as const

/** What was found, a line each, and what it comes to. */
export function printFile(file: CheckedFile) {
  if ('problems' in file) {
    for (const problem of file.problems) printError(problem)
    return
  }
  const { place, profile, workflows, findings } = file
  for (const { workflow, path, severity, message } of findings)
    printError(`${workflows[workflow]?.place}: ${PREFIX[severity]}${path === '' ? '' : `${path}: `}${message}`)
  if (workflows.length === 0) return print(`${place}: a valid fixture, without workflows`)
  const faults = countOf(findings, 'fault')
  const notChecked = `Not checked: ${NOT_CHECKED}`
  const count = workflows.length === 1 ? 'its workflow' : `its ${workflows.length} workflows`
  const asked = profile === undefined ? '' : ` with ${profile}`
  if (faults > 0) return printError(`${place}: ${faults === 1 ? '1 fault' : `${faults} faults`}${asked}. ${notChecked}`)
  if (profile !== undefined) return print(`${place}: a valid fixture; ${profile} takes ${count}. ${notChecked}`)
  print(`${place}: a valid fixture. Whether a service takes ${count} was not checked: add --profile NAME`)
}

/** A finding with its place in a file. */
interface PlacedFinding extends Omit<Finding, 'workflow' | 'rule'> {
  file: string
  /** From 1. */
  line?: number
  /** The name of the workflow. */
  workflow?: string
  rule: Finding['rule'] | 'fixture'
}

/** The shape of `--json`: docs/testing-workflows.md#json. */
export async function reportOfFiles(checked: readonly CheckedFile[], profile: string) {
  const findings = await placedFindings(checked)
  const unreadable = checked.flatMap(file =>
    'problems' in file && file.isUnreadable ? [{ file: file.place, problem: file.problems.join('; ') }] : [],
  )
  const count = (severity: Finding['severity']) => countOf(findings, severity)
  return {
    valid: count('fault') === 0 && unreadable.length === 0,
    profile: checked.flatMap(file => ('profile' in file ? [file.profile] : [])).find(Boolean) ?? profile,
    faults: count('fault'),
    warnings: count('warning'),
    notes: count('note'),
    findings,
    unreadable,
    notChecked: checked.some(file => 'findings' in file) ? NOT_CHECKED : '',
  }
}

const COMMANDS = { fault: 'error', warning: 'warning', note: 'notice' } as const

/** Commands of GitHub Actions, which show findings beside the lines of a file. */
export async function printAnnotations(checked: readonly CheckedFile[]) {
  for (const { file, line, severity, rule, message } of await placedFindings(checked)) {
    const place = [`file=${property(relative('.', file))}`, ...(line === undefined ? [] : [`line=${line}`])]
    print(`::${COMMANDS[severity]} ${place.join(',')},title=${property(rule)}::${escaped(message)}`)
  }
  for (const file of checked)
    if ('problems' in file && file.isUnreadable)
      print(`::error file=${property(relative('.', file.place))}::${escaped(file.problems.join('; '))}`)
}

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

async function placedFindings(checked: readonly CheckedFile[]): Promise<PlacedFinding[]> {
  const placed: PlacedFinding[] = []
  for (const file of checked) {
    if ('problems' in file) {
      if (!file.isUnreadable) placed.push(...file.problems.map(message => fixtureFault(file.place, message)))
      continue
    }
    const { place, findings, workflows } = file
    const files = Map.groupBy(findings, ({ workflow }) => workflows[workflow]?.file ?? place)
    for (const [name, ofFile] of files) placed.push(...(await inFile(name, ofFile, workflows)))
  }
  return placed
}

const fixtureFault = (file: string, message: string): PlacedFinding => ({
  file,
  path: '',
  rule: 'fixture',
  severity: 'fault',
  message,
})

async function inFile(
  file: string,
  findings: readonly Finding[],
  workflows: readonly PlacedWorkflow[],
): Promise<PlacedFinding[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const roots = text === undefined ? undefined : rootsIn(text)
  const places = findings.map(({ workflow, path }) => [
    ...(roots?.(workflows[workflow]?.number ?? 0) ?? []),
    ...keysOf(path),
  ])
  const lines = text === undefined ? [] : linesOf(text.replace(/^\uFEFF/, ''), places)
  return findings.map(({ workflow, ...finding }, at) => {
    const { name } = workflows[workflow]?.workflow ?? {}
    const keys = places[at] ?? []
    return {
      file,
      ...(lines[at] === undefined ? {} : { line: lines[at] }),
      ...(typeof name === 'string' ? { workflow: name } : {}),
      ...finding,
      path: pointerOf(keys),
    }
  })
}

/** Where the workflows of a file begin, by their numbers: of a fixture, an export, a list of exports, or as the gallery has them. */
function rootsIn(text: string): (number: number) => string[] {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const isFixture = isRecord(value) && !('nodes' in value) && Array.isArray(value.workflows)
  if (isFixture) return number => ['workflows', String(number)]
  if (!Array.isArray(value)) return () => wrappers(value)
  return number => [String(number), ...wrappers(value[number])]
}

function wrappers(value: unknown): string[] {
  if (!isRecord(value) || 'nodes' in value || !isRecord(value.workflow)) return []
  return ['workflow', ...wrappers(value.workflow)]
}
