import { mayClone } from '../clone/clone.ts'
import { isTrigger } from '../graph/node-types.ts'
import { type FieldEvent, html, useEffect, useEvent, useLayoutEffect, useState } from '../html.ts'
import { call, type LoadOptions, listAll, withQuery } from '../instance/api.ts'
import { type Instance, useInstance } from '../instance/instance.ts'
import type { Credential, DataTable, List, Tag, User, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { useModal } from '../parts/dialogs.ts'
import { typeName } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { hashOf } from '../routing/hash.ts'
import { placesOf } from './places.ts'
import { switchTheme } from './theme.ts'

const SHOWN = 12
const WAIT_MS = 120

/** Goes anywhere by its name: a view, an action, a workflow, an execution. `Ctrl K` opens it. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false)
  useEvent(paletteCalls, 'open', () => setOpen(true))
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen && html`<${Palette} onClose=${() => setOpen(false)} />`
}

interface Item {
  text: string
  kind: string
  icon: string
  hash?: string
  run?: () => void
}

function Palette({ onClose }: { onClose: () => void }) {
  const shared = useInstance()
  const modal = useModal(onClose)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(text)
  const records = useRecords(text !== '')
  const items = [
    ...matching(fixedItems(shared), text),
    ...executionItem(text),
    ...found,
    ...matching(records, text).filter(({ hash }) => !found.some(item => item.hash === hash)),
  ].slice(0, SHOWN)
  const chosen = Math.min(at, items.length - 1)

  const go = (item: Item) => {
    onClose()
    item.run?.()
    if (item.hash !== undefined) location.hash = item.hash
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) {
      event.preventDefault()
      setAt((chosen + step + items.length) % Math.max(items.length, 1))
    }
    const item = items[chosen]
    if (event.key === 'Enter' && item) {
      event.preventDefault()
      go(item)
    }
  }
  return html`<dialog class="dialog palette" aria-label="Go to" ...${modal}>
    <div class="palette-field">
      <${Icon} name="search" size=${18} />
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-items"
        aria-label="Go to a workflow, an execution, a view, an action"
        aria-activedescendant=${items[chosen] ? `palette-${chosen}` : undefined}
        placeholder="A name, an execution, a view, an action"
        autocomplete="off"
        value=${text}
        onInput=${(event: FieldEvent) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown=${press}
      />
    </div>
    <ul id="palette-items" class="palette-items" role="listbox" aria-label="Where to">
      ${items.map(
        (item, nth) => html`<li
          key=${item.kind + (item.hash ?? '') + item.text}
          id=${`palette-${nth}`}
          role="option"
          aria-selected=${nth === chosen ? 'true' : 'false'}
          onMouseMove=${() => setAt(nth)}
          onClick=${() => go(item)}
        >
          <${Icon} name=${item.icon} size=${17} />
          <span>${item.text}</span>
          <span class="quiet">${item.kind}</span>
        </li>`,
      )}
    </ul>
    ${items.length === 0 && html`<p class="palette-none quiet">Nothing found.</p>`}
  </dialog>`
}

/** The tags, credentials, users and data tables, asked for once something is typed. */
function useRecords(isAsked: boolean): Item[] {
  const shared = useInstance()
  const { isOwner, operations } = shared
  const records = useAnswer(
    async options => (isAsked ? loadRecords(shared, options) : []),
    [isAsked, isOwner, operations],
  )
  return records.value ?? []
}

async function loadRecords({ isOwner, operations, may }: Instance, options: LoadOptions): Promise<Item[]> {
  const lists: (() => Promise<Item[]>)[] = [
    async () => byTrigger(await loadNodeTypes(isOwner, options)),
    async () =>
      (await listAll<Tag>('/api/v1/tags', options)).map(({ name }) => ({
        text: name,
        kind: 'tag',
        icon: 'tag',
        hash: hashOf(['workflows'], { tags: name }),
      })),
  ]
  if (isOwner)
    lists.push(async () => {
      const state = await call<{ credentials?: Credential[] }>('GET', '/_control/state?only=credentials', options)
      return (state.credentials ?? []).map(({ id, name }) => ({
        text: name,
        kind: 'credential',
        icon: 'key',
        hash: operations.has('getCredential') ? hashOf(['credentials', id]) : hashOf(['credentials']),
      }))
    })
  if (may('getUsers'))
    lists.push(async () =>
      (await listAll<User>('/api/v1/users', options)).map(({ email }) => ({
        text: email,
        kind: 'user',
        icon: 'people',
        hash: hashOf(['users']),
      })),
    )
  if (operations.has('listDataTables') && may('listDataTables'))
    lists.push(async () =>
      (await listAll<DataTable>('/api/v1/data-tables', options)).map(({ id, name }) => ({
        text: name,
        kind: 'data table',
        icon: 'table',
        hash: hashOf(['data-tables', id]),
      })),
    )
  // what one kind is refused for, another is not
  const found = await Promise.allSettled(lists.map(load => load()))
  return found.flatMap(it => (it.status === 'fulfilled' ? it.value : []))
}

interface WithNodes {
  id: string
  name: string
  nodes: { type?: unknown }[]
}

/** How many workflows are looked through for what starts them. */
const MAX_WORKFLOWS = 250

async function loadNodeTypes(isOwner: boolean | undefined, options: LoadOptions): Promise<WithNodes[]> {
  const path = isOwner ? '/_control/overview/workflows' : '/api/v1/workflows'
  return (await call<{ data: WithNodes[] }>('GET', withQuery(path, { limit: MAX_WORKFLOWS }), options)).data
}

/** Workflows by what starts them: `webhook` finds those that have one. */
const byTrigger = (workflows: WithNodes[]): Item[] =>
  workflows.flatMap(({ id, name, nodes }) => {
    const types = [...new Set(nodes.filter(isTrigger).map(({ type }) => typeName(type)))]
    if (types.length === 0) return []
    return {
      text: `${name || 'Without a name'} · ${types.join(', ')}`,
      kind: 'workflow',
      icon: 'workflow',
      hash: hashOf(['workflows', id]),
    }
  })

/** The workflows by name, as the API finds them. */
function useFound(text: string): Item[] {
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useAnswer(
    options => call<List<Workflow>>('GET', withQuery('/api/v1/workflows', { name: asked, limit: SHOWN }), options),
    [asked],
  )
  // before the instance has answered, what is there is sifted here
  return (found.value?.data ?? [])
    .filter(({ name, id }) => includes(`${name} ${id}`, text))
    .map(({ id, name }) => ({
      text: name || 'Without a name',
      kind: 'workflow',
      icon: 'workflow',
      hash: hashOf(['workflows', id]),
    }))
}

function fixedItems(shared: Instance): Item[] {
  const { instance, testKit } = placesOf(shared)
  const views = [...instance, ...testKit].map(({ name, title, icon }) => ({
    text: title,
    kind: 'view',
    icon,
    hash: hashOf([name]),
  }))
  const action = (text: string, icon: string, hash: string) => ({ text, kind: 'action', icon, hash })
  const actions = [
    action('Failed executions', 'alert', hashOf(['executions'], { status: 'error' })),
    { text: 'Change between light and dark', kind: 'action', icon: 'moon', run: switchTheme },
    ...NEW.filter(({ place, needs }) => instance.some(({ name }) => name === place) && shared.may(needs)).map(
      ({ place, text }) => action(text, 'plus', hashOf([place], { new: '1' })),
    ),
  ]
  const kit = [
    action('Calls of webhooks and forms', 'webhook', hashOf(['requests'], { kind: 'calls' })),
    action('Failed requests', 'alert', hashOf(['requests'], { kind: 'failed' })),
    action('New user', 'plus', hashOf(['users'], { new: '1' })),
    action('Add an execution', 'plus', hashOf(['executions'], { new: '1' })),
    action('Add a fault rule', 'bolt', hashOf(['faults'])),
    action('Take or restore a snapshot', 'bookmark', hashOf(['snapshots'])),
    action('Set the clock', 'clock', hashOf(['snapshots'])),
    action('Reset the instance', 'refresh', hashOf(['state'])),
    action('Export or import the state', 'download', hashOf(['state'])),
    action('Pull from the repository', 'git', hashOf(['state'])),
    ...(mayClone(shared)
      ? [action('Clone from another service', 'download', hashOf(['workflows'], { clone: '1' }))]
      : []),
  ]
  return [...views, ...actions, ...(testKit.length ? kit : [])]
}

/** What can be made where the version has a place for it, and the key may. */
const NEW = [
  { place: 'workflows', text: 'New workflow', needs: 'createWorkflow' },
  { place: 'tags', text: 'New tag', needs: 'createTag' },
  { place: 'credentials', text: 'New credential', needs: 'createCredential' },
  { place: 'folders', text: 'New folder', needs: 'createFolder' },
  { place: 'data-tables', text: 'New data table', needs: 'createDataTable' },
  { place: 'projects', text: 'New project', needs: 'createProject' },
  { place: 'variables', text: 'New variable', needs: 'createVariable' },
]

const executionItem = (text: string): Item[] => {
  const [, id] = /^(?:execution\s*)?#?(\d{1,15})$/i.exec(text.trim()) ?? []
  return id ? [{ text: `Execution #${id}`, kind: 'execution', icon: 'play', hash: hashOf(['executions', id]) }] : []
}

const matching = (items: Item[], text: string) => items.filter(item => includes(item.text, text))
const includes = (whole: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every(word => whole.toLowerCase().includes(word))

/** Hears that the command palette is wanted. */
export const paletteCalls = new EventTarget()

export const openPalette = () => paletteCalls.dispatchEvent(new Event('open'))
