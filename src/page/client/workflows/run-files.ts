import { type FieldEvent, html, useRef } from '../html.ts'
import { messageOf } from '../instance/api.ts'
import { RowButton } from '../parts/controls.ts'
import { formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { showToast } from '../parts/toasts.ts'
import { MAX_FILE_BYTES, type RunFile } from './run-form.ts'

interface RunFilesProps {
  files: RunFile[]
  /** Gets the files from those before. */
  onChange: (change: (before: RunFile[]) => RunFile[]) => void
}

const FIELD = 'data'
const TOO_LARGE = `The files of a run may have ${formatNumber(MAX_FILE_BYTES / 1024 / 1024)} MB together.`

/** The files that are sent with an input, each in a field of the call. */
export function RunFiles({ files, onChange }: RunFilesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const take = async ({ target }: FieldEvent) => {
    const chosen = Array.from(target.files ?? [])
    target.value = ''
    try {
      const added = await Promise.all(chosen.map(readFile))
      onChange(before => withAdded(before, added))
    } catch (error) {
      showToast(messageOf(error), { bad: true })
    }
  }
  const rename = (at: number, field: string) =>
    onChange(before => before.map((file, nth) => (nth === at ? { ...file, field } : file)))
  return html`<div class="form">
    ${files.map(
      ({ field, fileName, base64 }, at) => html`<div class="run-file" key=${at}>
        <label class="field">
          <span>Field of ${fileName}</span>
          <input
            required
            autocomplete="off"
            value=${field}
            onInput=${(event: FieldEvent) => rename(at, event.target.value)}
          />
        </label>
        <${RowButton}
          does="Remove"
          what=${`the file ${fileName}`}
          icon="trash"
          onClick=${() => onChange(before => before.filter((_, nth) => nth !== at))}
        />
        ${base64 === undefined && html`<span class="field-error">Choose it again: it was too large to be kept.</span>`}
      </div>`,
    )}
    <div>
      <button type="button" class="button is-small" onClick=${() => chooser.current?.click()}>
        <${Icon} name="file" size=${14} />
        Add a file
      </button>
      <input ref=${chooser} type="file" multiple hidden aria-label="A file to send" onChange=${take} />
    </div>
  </div>`
}

/** One that is chosen again takes the place of the one before; where they are too many bytes, none is added. */
function withAdded(before: readonly RunFile[], added: readonly RunFile[]): RunFile[] {
  const files = [...before]
  for (const file of added) {
    const at = files.findIndex(({ fileName, base64 }) => base64 === undefined && fileName === file.fileName)
    const known = files[at]
    if (known) files[at] = { ...file, field: known.field }
    else files.push(file)
  }
  const bytes = files.reduce((sum, { base64 = '' }) => sum + (base64.length * 3) / 4, 0)
  return bytes > MAX_FILE_BYTES + 2 * files.length ? refuseMore(before) : files
}

function refuseMore(before: readonly RunFile[]) {
  showToast(TOO_LARGE, { bad: true })
  return [...before]
}

async function readFile(file: File): Promise<RunFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error(TOO_LARGE)
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  const base64 = url.slice(url.indexOf(',') + 1)
  return { field: FIELD, fileName: file.name, mimeType: file.type || 'application/octet-stream', base64 }
}
