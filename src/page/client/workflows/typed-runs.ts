import { TYPED_RUNS } from '../instance/api.ts'
import { EMPTY_RUN, type RunForm } from './run-form.ts'

/** The workflows whose input is stored, the last one last. */
const MAX_STORED = 20

type Stored = [workflowId: string, form: RunForm][]

/** What was typed to run a workflow, in this tab; it survives a reload, and goes with the key. */
export const typedRun = (workflowId: string): RunForm =>
  readStored().find(([id]) => id === workflowId)?.[1] ?? EMPTY_RUN

/** Stores what is typed. Where the tab has no space for all, that of other workflows goes first. */
export function storeTypedRun(workflowId: string, form: RunForm) {
  const others = readStored().filter(([id]) => id !== workflowId)
  for (let from = Math.max(0, others.length + 1 - MAX_STORED); from <= others.length; from++) {
    try {
      return sessionStorage.setItem(TYPED_RUNS, JSON.stringify([...others.slice(from), [workflowId, form]]))
    } catch {
      // no space: with fewer others
    }
  }
  sessionStorage.removeItem(TYPED_RUNS)
}

function readStored(): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(TYPED_RUNS) ?? '[]') as Stored
    return stored.map(([id, form]) => [id, { ...EMPTY_RUN, ...form }])
  } catch {
    return []
  }
}
