import { type Fields, textOf } from '../fields.ts'

const UNFINISHED = ['running', 'new']

/** Whether an execution is one that a service would list. */
export const isOver = ({ status }: Fields) => !UNFINISHED.includes(textOf(status) ?? '')

/** The newest executions that are over, as many as a service would be asked for. */
export function newestExecutions(executions: readonly Fields[], most: number): Fields[] {
  return executions
    .filter(isOver)
    .sort((a, b) => Number(b.id) - Number(a.id))
    .slice(0, most)
}
