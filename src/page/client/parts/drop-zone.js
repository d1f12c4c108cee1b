import { fixtureIn } from '../dropped.js'
import { html, useEffect, useRef, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { filesOf, readJsonFiles } from '../read-dropped.js'
import { useEvent } from '../use-event.js'
import { ImportDialog } from './import-dialog.js'
import { offeredFiles, offerFiles } from './offered-files.js'
import { tell } from './toasts.js'

/** Takes files that are dropped anywhere on the page, or offered by a button, and asks what is to become of them. */
export function DropZone() {
  // what is put in, and how, depends on it
  const { isOwner } = useInstance()
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const [read, setRead] = useState(undefined)

  useEffect(() => {
    const hasFiles = event => event.dataTransfer?.types.includes('Files')
    const count = step => event => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current = Math.max(0, depth.current + step)
      setOver(depth.current > 0)
    }
    const over = event => hasFiles(event) && event.preventDefault()
    const drop = async event => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      try {
        offerFiles(await filesOf(event.dataTransfer))
      } catch (error) {
        tell(error.message, { bad: true })
      }
    }
    const listeners = Object.entries({ dragenter: count(1), dragleave: count(-1), dragover: over, drop })
    for (const [type, listener] of listeners) addEventListener(type, listener)
    return () => {
      for (const [type, listener] of listeners) removeEventListener(type, listener)
    }
  }, [])
  useEvent(offeredFiles, 'offered', async ({ detail }) => {
    try {
      const { texts, leftOut } = await readJsonFiles(detail)
      const { fixture, mistakes } = fixtureIn(texts)
      setRead({ fixture, mistakes: [...mistakes, ...leftOut] })
    } catch (error) {
      tell(error.message, { bad: true })
    }
  })
  return html`
    ${
      isOver &&
      html`<div class="drop" role="status">
        <div class="drop-card">
          <span class="empty-icon"><${Icon} name="upload" size=${26} /></span>
          <strong>Drop to put it into the instance</strong>
          <span>A workflow, several, one from the gallery, a fixture, or a folder of these</span>
        </div>
      </div>`
    }
    ${read && isOwner !== undefined && html`<${ImportDialog} ...${read} onClose=${() => setRead(undefined)} />`}
  `
}
