import type { Draft, State } from '../../../../src/core/base/store.ts'
import type { Collections, Values } from '../../../../src/core/model/document.ts'
import type { TagRecord } from '../../../../src/core/model/tag.ts'
import type { WorkflowRecord } from '../../../../src/core/model/workflow.ts'

export const WRITERS = 16

/** How many operations of a writer are in the state. */
export const doneBy = (state: State<Collections, Values>, writer: number) =>
  Number(state.tags.get(progressId(writer))?.name ?? 0)

/** What is a writer's own in a state, in order. */
export function ownedBy(state: State<Collections, Values>, writer: number) {
  const isOwn = ({ id }: { id: string }) => id.startsWith(`${writer}.`)
  return { workflows: [...state.workflows.values()].filter(isOwn), tags: [...state.tags.values()].filter(isOwn) }
}

/**
 * A writer's operation: the same number does the same to the same state. Each changes several records at once: what it
 * is about, how far the writer has come, and a count of all writers' operations.
 */
export function operate(draft: Draft<Collections, Values>, writer: number, number: number) {
  const random = randomFrom(writer, number)
  const own = ownedBy(draft, writer)
  const workflow = own.workflows[random(own.workflows.length)]
  const tag = own.tags.filter(({ id }) => id !== progressId(writer))[random(own.tags.length)]
  const kind = random(10)
  if (kind < 2 && workflow) draft.workflows.delete(workflow.id)
  else if (kind < 5 && workflow) draft.workflows.set({ ...workflow, name: `${number}`, nodes: nodesOf(random(30)) })
  else if (kind < 6 && workflow && tag) draft.workflows.set({ ...workflow, tags: toggle(workflow.tags, tag.id) })
  else if (kind < 7 && tag) deleteTag(draft, tag.id)
  else if (kind < 8) draft.tags.set(tagOf(`${writer}.tag ${number}`, `${number}`))
  else draft.workflows.set(workflowOf(`${writer}.${number}`, nodesOf(random(30))))
  draft.tags.set(tagOf(progressId(writer), `${number}`))
  draft.counters = { ...draft.counters, workflows: draft.counters.workflows + 1 }
}

const progressId = (writer: number) => `${writer}.progress`

function deleteTag(draft: Draft<Collections, Values>, id: string) {
  draft.tags.delete(id)
  for (const workflow of draft.workflows.by('tag', id)) {
    draft.workflows.set({ ...workflow, tags: workflow.tags.filter(tag => tag !== id) })
  }
}

const toggle = (tags: string[], id: string) => (tags.includes(id) ? tags.filter(tag => tag !== id) : [...tags, id])

const DATE = '2026-01-01T00:00:00.000Z'
const tagOf = (id: string, name: string): TagRecord => ({ id, name, createdAt: DATE, updatedAt: DATE })

const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Nöde ${index}`, parameters: { text: 'x'.repeat(100) } }))

const workflowOf = (id: string, nodes: WorkflowRecord['nodes']): WorkflowRecord => ({
  id,
  name: id,
  active: false,
  createdAt: DATE,
  updatedAt: DATE,
  nodes,
  connections: {},
  settings: {},
  staticData: null,
  tags: [],
  owner: 'owner',
  versionId: id,
  meta: null,
  pinData: null,
  triggerCount: 0,
})

/** Numbers below a bound that depend on nothing but the writer and the operation. */
function randomFrom(writer: number, number: number) {
  let state = (writer + 1) * 0x9e3779b1 + number * 0x85ebca6b
  return (bound: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return bound === 0 ? 0 : ((state ^ (state >>> 13)) >>> 0) % bound
  }
}
