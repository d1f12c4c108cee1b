import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../core/base/is-record.ts'

/** The `package.json` of a folder; an empty object where there is none. */
export function manifestIn(folder: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return isRecord(manifest) ? manifest : {}
  } catch {
    return {}
  }
}
