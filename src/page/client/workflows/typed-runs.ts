import { TYPED_RUNS } from '../instance/api.ts'
import { EMPTY_RUN, type RunForm } from './run-form.ts'

/** The workflows whose input is stored, the last one last. */
const MAX_STORED = 20

type Stored = [workflowId: string, form: RunForm][]

/** What was typed to run a workflow, in this tab; it survives a reload, and goes with the key. */
export const typedRun = (workflowId: string): RunForm =>
  readStored().find(([id]) => id === workflowId)?.[1] ?? EMPTY_RUN

/** Stores what is typed, without large files. Where the tab has no space for all, what is of other workflows goes first. */
export function storeTypedRun(workflowId: string, form: RunForm) {
  const others = readStored().filter(([id]) => id !== workflowId)
  const own: Stored[number] = [workflowId, withoutLargeFiles(form)]
  for (let from = Math.max(0, others.length + 1 - MAX_STORED); from <= others.length; from++)
    if (isStored([...others.slice(from), own])) return
  sessionStorage.removeItem(TYPED_RUNS)
}

/** Characters of a file in base64: each letter that is typed stores all again. */
const MAX_FILE = 256 * 1024

const withoutLargeFiles = (form: RunForm): RunForm => ({
  ...form,
  files: form.files.map(({ base64 = '', ...file }) =>
    base64 !== '' && base64.length <= MAX_FILE ? { ...file, base64 } : file,
  ),
})

/** False where the tab has no space for it. */
function isStored(runs: Stored) {
  try {
    sessionStorage.setItem(TYPED_RUNS, JSON.stringify(runs))
    return true
  } catch {
    return false
  }
}

function readStored(): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(TYPED_RUNS) ?? '[]') as Stored
    return stored.map(([id, form]) => [id, { ...EMPTY_RUN, ...form }])
  } catch {
    return []
  }
}
