import { type FieldEvent, html, useEffect, useId, useRef, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import type { List } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath } from '../instance/workflow-text.ts'

const OFFERED = 30
const WAIT_MS = 150

/** A workflow as it is offered. */
export interface OfferedWorkflow {
  id: string
  name: string
}

/** The owner's workflows with a text in their name, the last changed first: a part of them. */
export function useWorkflowsNamed(text: string) {
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { value } = useAnswer(
    async options => {
      const path = withQuery('/_control/overview/workflows', { name: asked, limit: OFFERED })
      return { ...(await call<List<OfferedWorkflow> & { total: number }>('GET', path, options)), asked }
    },
    [asked],
  )
  // the last answer stays until the next one comes
  return { workflows: value?.data ?? [], total: value?.total ?? 0, isLoaded: value?.asked === text }
}

/** How a workflow is offered: by its name, with its id where another has the same. */
export const offeredText = ({ id, name }: OfferedWorkflow, workflows: readonly OfferedWorkflow[]) =>
  workflows.some(other => other.id !== id && other.name === name) ? `${name} · ${id}` : name

interface WorkflowFieldProps {
  label?: string
  className?: string
  /** The id of the chosen one; empty for none. */
  value: string
  placeholder?: string
  onChoose: (id: string) => void
}

/** Chooses a workflow by a part of its name. */
export function WorkflowField({
  label = 'Workflow',
  className = 'field',
  value,
  placeholder,
  onChoose,
}: WorkflowFieldProps) {
  const list = useId()
  const [text, setText] = useState('')
  const passedOn = useRef('')
  const { workflows, total, isLoaded } = useWorkflowsNamed(text.trim())
  const named = useAnswer(
    async options =>
      value === '' || value === passedOn.current
        ? undefined
        : call<OfferedWorkflow>('GET', workflowPath(value), options),
    [value],
  )
  useEffect(() => {
    // what was typed here stays as it was typed
    if (value === passedOn.current) return
    setText(value === '' ? '' : (named.value?.name ?? value))
    if (value === '' || named.value) passedOn.current = value
  }, [value, named.value])

  const choose = (id: string) => {
    if (id === passedOn.current) return
    passedOn.current = id
    onChoose(id)
  }
  const matching = (wanted: string) => workflows.find(it => offeredText(it, workflows) === wanted || it.id === wanted)
  const type = ({ target }: FieldEvent) => {
    setText(target.value)
    // the name of the chosen one may come only now
    passedOn.current = value
    const wanted = target.value.trim()
    const found = matching(wanted)
    if (wanted === '' || found) choose(found?.id ?? '')
  }
  /** A part of a name is enough where only one workflow has it; that may not be known yet. */
  const [isLeft, setLeft] = useState(false)
  const leave = () => setLeft(true)
  useEffect(() => {
    if (!isLoaded || text.trim() === '') return
    const found = matching(text.trim()) ?? (isLeft && workflows.length === 1 ? workflows[0] : undefined)
    setLeft(false)
    if (!found) return
    if (isLeft) setText(offeredText(found, workflows))
    choose(found.id)
  }, [isLeft, isLoaded])
  const isUnknown = isLoaded && text.trim() !== '' && workflows.length === 0 && value !== text.trim()
  const more = total > workflows.length ? `${total} workflows: type a part of the name.` : undefined
  return html`<label class=${className}>
    <span>${label}</span>
    <input
      type="search"
      autocomplete="off"
      list=${list}
      placeholder=${placeholder}
      value=${text}
      onInput=${type}
      onBlur=${leave}
      onKeyDown=${(event: KeyboardEvent) => event.key === 'Enter' && leave()}
    />
    <datalist id=${list}>
      ${workflows.map(it => html`<option key=${it.id} value=${offeredText(it, workflows)}></option>`)}
    </datalist>
    <span class="hint" role="status">${isUnknown ? 'No workflow has this in its name.' : more}</span>
  </label>`
}
