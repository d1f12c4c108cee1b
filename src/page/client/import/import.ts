import { type FieldEvent, html, useEvent, useLayoutEffect, useRef, useState } from '../html.ts'
import { call, messageOf } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import { Icon } from '../parts/icons.ts'
import { showToast } from '../parts/toasts.ts'
import { type DroppedFixture, fixtureIn, type TextFile } from './fixture-in.ts'
import { ImportDialog } from './import-dialog.ts'
import { type Owner, ownerIn, withOwner } from './owner-in.ts'

/** Takes files that are dropped anywhere on the page, or offered by a button, and asks what is to become of them. */
export function DropZone() {
  // what is put in, and how, depends on it
  const { isOwner, user, personalProjectId } = useInstance()
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const [read, setRead] = useState<ReturnType<typeof fixtureIn> | undefined>(undefined)

  useLayoutEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const count = (step: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current = Math.max(0, depth.current + step)
      setOver(depth.current > 0)
    }
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = async (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      try {
        offerFiles(await filesOf(event.dataTransfer))
      } catch (error) {
        showToast(messageOf(error), { bad: true })
      }
    }
    const listeners = Object.entries({
      dragenter: count(1),
      dragleave: count(-1),
      dragover: over,
      drop,
    }) as [string, EventListener][]
    for (const [type, listener] of listeners) addEventListener(type, listener)
    return () => {
      for (const [type, listener] of listeners) removeEventListener(type, listener)
    }
  }, [])
  useEvent<OfferedFile[]>(
    offeredFiles,
    'offered',
    async detail => {
      try {
        const { texts, leftOut } = await readJsonFiles(detail)
        const { fixture, mistakes } = fixtureIn(texts)
        const here = isOwner && user && personalProjectId ? { ...user, projectId: personalProjectId } : undefined
        setRead({ fixture: await forOwner(fixture, here), mistakes: [...mistakes, ...leftOut] })
      } catch (error) {
        showToast(messageOf(error), { bad: true })
      }
    },
    [isOwner, user, personalProjectId],
  )
  return html`
    ${
      isOver &&
      html`<div class="drop" role="status">
        <div class="drop-card">
          <span class="empty-icon"><${Icon} name="upload" size=${26} /></span>
          <strong>Import</strong>
          <span>A workflow, several, one from the gallery, a fixture, or a folder of these</span>
        </div>
      </div>`
    }
    ${read && isOwner !== undefined && html`<${ImportDialog} ...${read} onClose=${() => setRead(undefined)} />`}
  `
}

/** A state or a snapshot of another instance with this instance's owner in the place of its own. */
async function forOwner(fixture: DroppedFixture, here: Owner | undefined): Promise<DroppedFixture> {
  const owner = ownerIn(fixture)
  if (!here || !owner || owner.id === here.id) return fixture
  const projectId = owner.projectId ?? (await personalProjectOf(owner.id))
  return withOwner(fixture, { ...owner, projectId }, here)
}

const personalProjectOf = async (userId: string) =>
  (await call<{ id: string }>('POST', '/page/personal-project', { body: { userId } })).id

/** Takes files, as dropping them anywhere on the page does. */
export function ImportButton({ text = 'Import' }: { text?: string }) {
  const field = useRef<HTMLInputElement>(null)
  const take = (event: FieldEvent) => {
    offerFiles(Array.from(event.target.files ?? [], file => ({ path: file.webkitRelativePath || file.name, file })))
    event.target.value = ''
  }
  return html`
    <button class="button" onClick=${() => field.current?.click()}><${Icon} name="upload" size=${15} />${text}</button>
    <input ref=${field} type="file" accept=".json,application/json" multiple hidden onChange=${take} />
  `
}

interface OfferedFile {
  path: string
  file: File
}

/** Hears of files that somebody wants to put in: `detail` is a list of `{ path, file }`. */
const offeredFiles = new EventTarget()

const offerFiles = (files: OfferedFile[]) => offeredFiles.dispatchEvent(new CustomEvent('offered', { detail: files }))

const MAX_FILES = 5000
const MAX_BYTES = 256 * 1024 * 1024

/** The files of a drop, folders with what is in them: `{ path, file }`. */
async function filesOf(dataTransfer: DataTransfer): Promise<OfferedFile[]> {
  const entries = [...dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(entry => entry !== null)
  if (entries.length === 0) return Array.from(dataTransfer.files, file => ({ path: file.name, file }))
  const found: OfferedFile[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

async function walk(entry: FileSystemEntry, found: OfferedFile[]): Promise<void> {
  if (found.length >= MAX_FILES) throw new Error(`There are more than ${MAX_FILES} files in it.`)
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  if (!isFolder(entry) || /^\.(git|svn)$/.test(entry.name)) return
  const reader = entry.createReader()
  for (;;) {
    // a reader gives a hundred at a time
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const inner of some) await walk(inner, found)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const isJson = ({ path }: OfferedFile) => /\.json$/i.test(path)

/** The JSON files among them, read (`{ path, text }`), and which others are left out, with the reason. */
async function readJsonFiles(files: OfferedFile[]): Promise<{ texts: TextFile[]; leftOut: string[] }> {
  const json = files.filter(isJson)
  const bytes = json.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > MAX_BYTES) throw new Error('That is more than 256 MB. Start the instance with --seed to load it.')
  const texts = await Promise.all(json.map(async ({ path, file }) => ({ path, text: await file.text() })))
  const leftOut = files.filter(file => !isJson(file)).map(({ path }) => `${path}: it is not a .json file`)
  return { texts, leftOut }
}
