import { html, useEffect, useRef, useState } from '../html.js'
import { Icon } from '../icons.js'

const WAIT_MS = 250

/** A field to search in; what is typed is passed on once the typing pauses. The key `/` goes to it. */
export function SearchField({ label, value, onChange }) {
  const [text, setText] = useState(value)
  const field = useRef(null)
  const passedOn = useRef(value)
  useEffect(() => {
    // what was typed here stays as it was typed
    if (value !== passedOn.current) setText(value)
    passedOn.current = value
  }, [value])
  useEffect(() => {
    if (text === value || text.trim() === value) return
    const timer = setTimeout(() => {
      passedOn.current = text.trim()
      onChange(passedOn.current)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const focus = event => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.target.closest('input, textarea, select, dialog')
      )
        return
      event.preventDefault()
      field.current.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return html`<div class="search">
    <${Icon} name="search" size=${16} />
    <input ref=${field} type="search" aria-label=${label} placeholder="Search" value=${text} onInput=${event => setText(event.target.value)} />
  </div>`
}
