import { type ComponentChildren, type FieldEvent, html, useEffect, useLayoutEffect, useRef, useState } from '../html.ts'
import { hashOf } from '../routing/hash.ts'
import { Icon } from './icons.ts'

interface SwitchProps {
  on: boolean
  label: string
  busy: boolean
  onChange: (on: boolean) => void
}

/** A switch that is on or off. While it is being changed it cannot be pressed again. */
export const Switch = ({ on, label, busy, onChange }: SwitchProps) => html`<button
  class="switch"
  type="button"
  role="switch"
  aria-checked=${on ? 'true' : 'false'}
  aria-label=${label}
  aria-busy=${busy ? 'true' : 'false'}
  onClick=${(event: Event) => {
    event.stopPropagation()
    if (!busy) onChange(!on)
  }}
>
  <span class="switch-knob"></span>
</button>`

/** One of a few: buttons side by side. `options` are pairs of value and name. */
export const Choice = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}) => html`<div class="choice" role="group" aria-label=${label}>
  ${options.map(
    ([option, name]) => html`<button
      type="button"
      aria-pressed=${option === value ? 'true' : 'false'}
      onClick=${() => onChange(option)}
    >${name}</button>`,
  )}
</div>`

/** The filters of a list; on a phone behind a button, which says how many are set. */
export function Filters({ set, children }: { set: number; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return html`<div class=${isOpen ? 'fold is-open' : 'fold'}>
    <button
      type="button"
      class="button fold-toggle"
      aria-expanded=${isOpen ? 'true' : 'false'}
      onClick=${() => setOpen(!isOpen)}
    >
      <${Icon} name="filter" size=${15} />
      Filters${set > 0 && html`<span class="badge">${set}</span>`}
    </button>
    <div class="fold-body">${children}</div>
  </div>`
}

interface TabsProps {
  label: string
  base: string[]
  current: string
  tabs: readonly (readonly [string, string])[]
}

/** The parts of one thing, each with an address of its own. `tabs` are pairs of last path part and name. */
export const Tabs = ({ label, base, current, tabs }: TabsProps) => html`<nav class="tabs" aria-label=${label}>
  ${tabs.map(
    ([part, name]) =>
      html`<a href=${hashOf([...base, part])} aria-current=${part === current ? 'page' : undefined}>${name}</a>`,
  )}
</nav>`

interface MenuItem {
  text: string
  icon: string
  onChoose: () => void
}

/** Buttons behind one. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const menu = useClosingMenu()
  const choose = (action: () => void) => {
    if (menu.current) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
    action()
  }
  return html`<details class="menu is-right" ref=${menu}>
    <summary class="button">${label}<${Icon} name="chevronDown" size=${14} /></summary>
    <div class="menu-body">
      ${items.map(
        ({ text, icon, onChoose }) =>
          html`<button type="button" class="menu-item" onClick=${() => choose(onChoose)}>
            <${Icon} name=${icon} size=${16} />
            ${text}
          </button>`,
      )}
    </div>
  </details>`
}

/** A ref for a `<details>`, which closes on Escape, with the focus on its summary then, and on a press outside of it. */
export function useClosingMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    const close = (event: Event) => {
      if (!menu.current?.open) return
      const isAway =
        event instanceof KeyboardEvent ? event.key === 'Escape' : !menu.current.contains(event.target as Element)
      if (!isAway) return
      const hasFocus = menu.current.contains(document.activeElement)
      menu.current.open = false
      if (hasFocus && event.type === 'keydown') menu.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [])
  return menu
}

interface RowButtonProps {
  /** What it does: `Rename`. */
  does: string
  /** To what, for those who do not see the row. */
  what: string
  icon: string
  onClick: () => void
}

/** A button in a row of a list. */
export const RowButton = ({ does, what, icon, onClick }: RowButtonProps) =>
  html`<button class="tool is-bare" aria-label=${`${does} ${what}`} title=${does} onClick=${onClick}>
    <${Icon} name=${icon} size=${17} />
  </button>`

const WAIT_MS = 250

interface SearchFieldProps {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
}

/** A field to search in; what is typed is passed on once the typing pauses. The key `/` goes to it. */
export function SearchField({ label, placeholder = 'Search', value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
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
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        (event.target as Element).closest('input, textarea, select, json-field, dialog')
      )
        return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return html`<div class="search">
    <${Icon} name="search" size=${16} />
    <input
      ref=${field}
      type="search"
      aria-label=${label}
      placeholder=${placeholder}
      value=${text}
      onInput=${(event: FieldEvent) => setText(event.target.value)}
    />
  </div>`
}

/**
 * For a button that does nothing for now. It can still have the focus: what is `disabled` loses it.
 *
 * @param onClick what it does otherwise
 */
export const disabledProps = (isOff: boolean, onClick?: () => void) => ({
  'aria-disabled': isOff ? 'true' : undefined,
  onClick: isOff ? (event: Event) => event.preventDefault() : onClick,
})

interface SortHeadProps {
  /** The column's, as the order has it: `updatedAt`. */
  name: string
  title?: string
  className?: string
  /** `updatedAt:desc`. */
  sortBy: string
  onSort: (name: string) => void
}

/** The head of a column by which a table can be sorted. */
export function SortHead({ name, title = name, className, sortBy, onSort }: SortHeadProps) {
  const at = sortBy.lastIndexOf(':')
  const direction = sortBy.slice(0, at) === name ? sortBy.slice(at + 1) : undefined
  const [icon, aria] =
    direction === 'desc' ? ['chevronDown', 'descending'] : direction ? ['chevronUp', 'ascending'] : ['sort', undefined]
  return html`<th scope="col" class=${className} aria-sort=${aria}>
    <button type="button" class="sort" onClick=${() => onSort(name)}>
      ${title}
      <${Icon} name=${icon} size=${13} />
    </button>
  </th>`
}

const COPIED_MS = 2000

/** Whether a text was copied just now, and what copies it. The browser may not let a page copy. */
export function useCopy(textOf: () => string): [copied: boolean, copy: () => Promise<void>] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(textOf())
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return [copied, copy]
}

interface CopyButtonProps {
  text: string
  /** What it copies, for those who do not see what is beside it. */
  what: string
}

/** Copies a text; nothing where the browser does not let a page copy. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [copied, copy] = useCopy(() => text)
  if (!navigator.clipboard) return null
  return html`<button type="button" class="button is-small" aria-label=${`${copied ? 'Copied' : 'Copy'} ${what}`} onClick=${copy}>
    <${Icon} name=${copied ? 'check' : 'copy'} size=${14} />
    ${copied ? 'Copied' : 'Copy'}
  </button>`
}
