import { type Fields, textOf } from '../fields.ts'

const UNFINISHED = ['running', 'new']

/** The newest executions that are over, as many as a service would be asked for. */
export function newestExecutions(executions: readonly Fields[], most: number): Fields[] {
  const ended = executions.filter(({ status }) => !UNFINISHED.includes(textOf(status) ?? ''))
  return ended.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, most)
}
