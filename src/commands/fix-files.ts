import { writeFile } from 'node:fs/promises'
import { patchedText } from '../core/base/json-patch.ts'
import { readTextFile } from '../core/base/read-text-file.ts'
import type { Fix } from '../runs/checks/finding.ts'

/** A finding with the fix for its file. */
interface Fixable {
  path: string
  message: string
  fix?: readonly Fix[]
}

/**
 * Writes the fixes of findings into a file; what they do not name stays as it is written. Of several for one place the
 * first is taken. Returns the findings that were mended.
 */
export async function fixFile(file: string, findings: readonly Fixable[]): Promise<Fixable[]> {
  const given = await readTextFile(file)
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : ''
  let text = given.slice(mark.length)
  const mended: Fixable[] = []
  const places = new Set<string>()
  for (const finding of findings) {
    const { fix = [] } = finding
    if (fix.length === 0 || fix.some(({ path }) => isTouched(path, places))) continue
    const next = patchedText(text, fix)
    if (next === undefined) continue
    text = next
    mended.push(finding)
    for (const { path } of fix) places.add(path)
  }
  if (mended.length > 0) await writeFile(file, mark + text)
  return mended
}

/** Whether a place, one in it or one around it was changed already. */
const isTouched = (path: string, places: ReadonlySet<string>) =>
  [...places].some(place => path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`))
