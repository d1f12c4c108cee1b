import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { parse } from 'yaml'
import { textOf } from './documents.ts'

export const action = parse(textOf('action.yml'))
const [step] = action.runs.steps

/**
 * Runs the step of `action.yml` as GitHub does, in a folder whose `bin` is first in its path. The file
 * `understudy-ready.json` in there has the process id of what it started.
 */
export function runAction(folder: string, inputs: Record<string, string>) {
  const output = join(folder, 'output')
  const exported = join(folder, 'env')
  for (const file of [output, exported]) writeFileSync(file, '')
  const given: Record<string, string> = Object.fromEntries(
    Object.entries<string>(step.env).map(([name, text]) => {
      const input = /^\$\{\{ inputs\.(\S+) \}\}$/.exec(text)?.[1] ?? ''
      return [name, inputs[input] ?? action.inputs[input].default]
    }),
  )
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
  const env = { ...process.env, ...given, PATH, RUNNER_TEMP: folder, GITHUB_OUTPUT: output, GITHUB_ENV: exported }
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { ...ran, output: settingsIn(output), exported: settingsIn(exported) }
}

const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
