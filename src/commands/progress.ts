import process from 'node:process'
import type { OnProgress, Progress } from '../migrate/read/read-records.ts'

const WIDTH = 24
const EVERY_MS = 80

/** A bar on the last line of a terminal. Where standard error is none, there is no bar. */
export function progressBar(): { onProgress: OnProgress; end(): void } {
  const { stderr } = process
  if (!stderr.isTTY) return { onProgress: () => {}, end: () => {} }
  let drawnAt = 0
  let isDrawn = false
  return {
    onProgress(progress) {
      const now = performance.now()
      if (now - drawnAt < EVERY_MS && progress.done !== progress.total) return
      drawnAt = now
      isDrawn = true
      stderr.write(`\r\x1b[2K${lineOf(progress).slice(0, (stderr.columns || 80) - 1)}`)
    },
    end() {
      if (isDrawn) stderr.write('\r\x1b[2K')
      isDrawn = false
    },
  }
}

function lineOf({ part, done, total }: Progress): string {
  if (total === undefined) return `${part} ${done}`
  const filled = total === 0 ? WIDTH : Math.round((WIDTH * done) / total)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${part} ${done} of ${total}`
}
