import { linesOf } from '../core/base/json-line.ts'
import { keysOf } from '../core/base/json-pointer.ts'
import { readTextFile } from '../core/base/read-text-file.ts'
import type { CheckedFile, FileFinding } from '../runs/checks/check-files.ts'
import type { Severity } from '../runs/checks/finding.ts'
import type { UncheckedFile } from '../runs/checks/read-checked-file.ts'
import { countOf } from '../runs/checks/report.ts'
import { NOT_CHECKED } from '../runs/checks/workflow-checks.ts'
import { annotation } from './annotation.ts'
import { inLine, print, printCommand, printError } from './terminal.ts'

/** What was found in a file, why it cannot be read, or why it was left aside. */
export type Outcome = CheckedFile | UncheckedFile

/** What was found in a file, a line each, and what it comes to. */
export async function printFile(outcome: Outcome) {
  if ('leftAside' in outcome) return
  if ('problem' in outcome) return printError(outcome.problem)
  const { file, profile, workflows, findings } = outcome
  for (const { line, path, severity, message } of await withLines(outcome))
    print(
      `${inLine(file)}${line === undefined ? '' : `:${line}`}: ${severity}: ${path === '' ? '' : `${path}: `}${message}`,
    )
  if (workflows === 0 && findings.length === 0) return print(`${inLine(file)}: a valid fixture, without workflows`)
  if (profile === undefined && countOf(findings, 'fault') === 0)
    return print(`${inLine(file)}: a valid fixture. Whether a service takes it was not checked: add --profile NAME`)
  print(`${inLine(file)}: ${counted(findings)}${profile === undefined ? '' : ` with ${profile}`}`)
}

/** The most files that were left aside, and are named. */
const MAX_NAMED = 10

/** What all files come to. */
export function printSummary(outcomes: readonly Outcome[], places: readonly string[]) {
  const checked = outcomes.filter((one): one is CheckedFile => 'findings' in one)
  const unreadable = outcomes.filter(one => 'problem' in one).length
  const aside = outcomes.flatMap(one => ('leftAside' in one ? [one] : []))
  for (const [reason, files] of Map.groupBy(aside, ({ leftAside }) => leftAside)) {
    const named = files.slice(0, MAX_NAMED).map(({ file }) => file)
    const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : ''
    print(`Left aside: ${named.join(', ')}${more} (${reason})`)
  }
  if (checked.length === 0 && unreadable === 0)
    return print(`${places.join(', ')}: no workflow and no fixture is there`)
  if (checked.length + unreadable > 1) {
    const cannot = unreadable === 0 ? '' : `, ${unreadable} cannot be read`
    print(`${filesOf(checked.length)} checked${cannot}: ${counted(checked.flatMap(({ findings }) => findings))}`)
  }
  if (checked.some(({ workflows }) => workflows > 0)) print(`Not checked: ${NOT_CHECKED}`)
}

const filesOf = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** The numbers of findings, those above zero: `1 fault, 2 warnings`. */
function counted(findings: readonly Pick<FileFinding, 'severity'>[]): string {
  const parts = (['fault', 'warning', 'note'] as const).flatMap(severity => {
    const count = countOf(findings, severity)
    if (count === 0) return severity === 'fault' ? ['no fault'] : []
    return [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  return parts.join(', ')
}

/** The shape of `--json`: docs/testing-workflows.md#json. */
export async function reportOf(outcomes: readonly Outcome[], profile: string) {
  const findings = await placedFindings(outcomes)
  const unreadable = outcomes.flatMap(one => ('problem' in one ? [{ file: one.file, problem: one.problem }] : []))
  const count = (severity: Severity) => countOf(findings, severity)
  const checked = outcomes.filter((one): one is CheckedFile => 'findings' in one)
  return {
    valid: count('fault') === 0 && unreadable.length === 0,
    profile: checked.map(one => one.profile).find(Boolean) ?? profile,
    checked: checked.length,
    faults: count('fault'),
    warnings: count('warning'),
    notes: count('note'),
    findings,
    unreadable,
    leftAside: outcomes.flatMap(one => ('leftAside' in one ? [{ file: one.file, reason: one.leftAside }] : [])),
    notChecked: checked.length > 0 ? NOT_CHECKED : '',
  }
}

const LEVELS = { fault: 'error', warning: 'warning', note: 'notice' } as const

/** Commands of GitHub Actions, which show findings beside the lines of a file. */
export async function printAnnotations(outcomes: readonly Outcome[]) {
  for (const { file, line, severity, rule, message } of await placedFindings(outcomes))
    printCommand(annotation(LEVELS[severity], { file, line, title: rule, message }))
  for (const one of outcomes)
    if ('problem' in one) printCommand(annotation('error', { file: one.file, message: one.problem }))
}

/** All findings with their places, those of a file in the order of its lines. */
async function placedFindings(outcomes: readonly Outcome[]) {
  const placed = []
  for (const one of outcomes)
    if ('findings' in one) {
      const { file } = one
      placed.push(...(await withLines(one)).map(finding => ({ file, ...finding })))
    }
  return placed
}

async function withLines({ file, findings }: CheckedFile): Promise<({ line?: number } & FileFinding)[]> {
  if (findings.length === 0) return []
  const text = (await readTextFile(file).catch(() => '')).replace(/^\uFEFF/, '')
  const lines =
    text === ''
      ? []
      : linesOf(
          text,
          findings.map(({ path }) => keysOf(path)),
        )
  return findings.map((finding, at) => ({ ...(lines[at] === undefined ? {} : { line: lines[at] }), ...finding }))
}
