import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Expected } from '../../case.ts'
import type { MeasuredCase } from './case.ts'

const FOLDER = join(import.meta.dirname, 'answers')

type Answers = Readonly<Record<string, Readonly<Record<string, Expected>>>>

/** Version → case → what the version answers: one file for each version that answers much otherwise than its neighbour. */
export const readAnswers = (): Answers =>
  Object.fromEntries(
    readdirSync(FOLDER).map(file => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
    ]),
  )

/** A case with what these versions answer to it. */
export function withAnswers(it: MeasuredCase, answers: Answers): MeasuredCase {
  const own = Object.entries(answers).flatMap(([version, of]) => {
    const answer = of[`${it.operation}: ${it.name}`]
    return answer ? [[version, answer] as const] : []
  })
  return own.length === 0 ? it : { ...it, answers: { ...it.answers, ...Object.fromEntries(own) } }
}
