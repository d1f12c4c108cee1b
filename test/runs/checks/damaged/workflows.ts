/** Workflows by the name of their group: sound ones, and each with one small mistake after the other. */
export type Groups = Record<string, readonly object[]>

export interface Given {
  name: string
  type: string
  typeVersion?: number
  parameters?: Record<string, unknown>
  [field: string]: unknown
}

const BASE = 'n8n-nodes-base.'

export const node = ({ typeVersion = 1, parameters = {}, ...rest }: Given) => ({
  id: rest.name,
  position: [0, 0],
  typeVersion,
  parameters,
  ...rest,
  type: rest.type.includes('.') ? rest.type : BASE + rest.type,
})

export const link = (name: string, index = 0, type = 'main') => ({ node: name, type, index })

export const to = (...names: string[]) => ({ main: [names.map(name => link(name))] })

export const START = { name: 'Start', type: 'manualTrigger' }

export const HOOK = {
  name: 'Hook',
  type: 'webhook',
  typeVersion: 2,
  parameters: { path: 'a', httpMethod: 'POST', options: {} },
}

export const FIRST = {
  name: 'First',
  type: 'set',
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: [
        { id: '1', name: 'total', value: 1, type: 'number' },
        { id: '2', name: 'name', value: 'x', type: 'string' },
        { id: '3', name: 'tags', value: '[1]', type: 'array' },
        { id: '4', name: 'it.deep', value: true, type: 'boolean' },
      ],
    },
    options: {},
  },
}

/** A workflow whose nodes follow each other. */
export function row(nodes: Given[], rest: { connections?: object; [field: string]: unknown } = {}) {
  const { connections, ...more } = rest
  const all = nodes.map(node)
  const links = Object.fromEntries(all.slice(0, -1).map(({ name }, at) => [name, to(all[at + 1]?.name ?? '')]))
  return { name: 'W', nodes: all, connections: { ...links, ...connections }, settings: {}, ...more }
}
