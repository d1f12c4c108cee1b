import { call } from '../instance/api.ts'
import type { Drawable } from '../instance/records.ts'
import { saveText } from '../parts/json-view.ts'
import { withToast } from '../parts/toasts.ts'

/** A file to save: its name, and its text. */
interface SavedFile {
  name: string
  text: string
}

/** Saves an execution as a test: its workflow, and a file with one case, as `understudy test record` writes them. */
export const saveTest = (execution: object, workflow: Drawable | undefined) =>
  withToast(async () => {
    const body = { workflowData: workflow, ...execution }
    const files = await call<{ workflow: SavedFile; test: SavedFile }>('POST', '/page/recordings', { body })
    for (const { name, text } of [files.workflow, files.test]) saveText(name, 'application/json', text)
  }, 'Saved the workflow and a test with one case.')
