/** What a disk was told to do, in the order in which it was told. Files are numbers: names come and go. */
export type Step =
  | { kind: 'write'; file: number; position: number; bytes: Uint8Array }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number }
  /** A sync that failed, after which the system takes its pages for written: what they held may never reach the disk. */
  | { kind: 'lost'; file: number; seed: number }
  | { kind: 'name'; name: string; file: number }
  | { kind: 'rename'; from: string; to: string; file: number }
  | { kind: 'remove'; name: string }
  | { kind: 'sync folder' }

export type DataStep = Extract<Step, { kind: 'write' | 'truncate' }>
export type FolderStep = Extract<Step, { kind: 'name' | 'rename' | 'remove' }>

/** A file's content after a step. */
export function changed(content: Uint8Array, step: DataStep): Uint8Array {
  const size = step.kind === 'truncate' ? step.size : Math.max(content.length, step.position + step.bytes.length)
  const after = new Uint8Array(size)
  after.set(content.subarray(0, size))
  if (step.kind === 'write') after.set(step.bytes, step.position)
  return after
}

/** Makes a folder's entries as they are after a step. */
export function enter(entries: Map<string, number>, step: FolderStep) {
  if (step.kind === 'name') entries.set(step.name, step.file)
  if (step.kind === 'remove') entries.delete(step.name)
  if (step.kind === 'rename') {
    entries.delete(step.from)
    entries.set(step.to, step.file)
  }
}

export const describeStep = (step: Step) =>
  Object.entries(step)
    .map(([key, value]) =>
      value instanceof Uint8Array ? `${value.length} bytes` : key === 'kind' ? value : `${key} ${value}`,
    )
    .join(' ')
