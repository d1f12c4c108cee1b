import { call } from '../instance/api.ts'
import type { Drawable } from '../instance/records.ts'
import { saveText } from '../parts/json-view.ts'
import { withToast } from '../parts/toasts.ts'

/** A file to save: its name, and its text. */
interface SavedFile {
  name: string
  text: string
}

interface SavedFiles {
  workflow: SavedFile
  subWorkflows: SavedFile[]
  test: SavedFile
}

/**
 * Saves an execution as a test: its workflow, those that it calls, and a file with one case, as `understudy test record`
 * writes them.
 *
 * @param request what a run was tried with; the case has it as it was typed
 */
export const saveTest = (execution: object, workflow: Drawable | undefined, request?: object) =>
  withToast(async () => {
    const body = { workflowData: workflow, ...execution, ...(request ? { request } : {}) }
    const files = await call<SavedFiles>('POST', '/page/recordings', { body })
    for (const { name, text } of [files.workflow, ...files.subWorkflows, files.test])
      saveText(name, 'application/json', text)
  }, 'Saved the workflow and a test with one case.')
