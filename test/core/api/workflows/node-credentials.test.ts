import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import { field, idOf, minimal, PROFILES } from '../world.ts'

const credential = (id: string, name: string, type = 'httpBasicAuth') => ({ id, name, type, data: {} })

const fixture = {
  workflows: [{ id: '1', name: 'x' }],
  credentials: [
    credential('1', 'First'),
    credential('2', 'Unique'),
    credential('3', 'Twin'),
    credential('4', 'Twin'),
    credential('5', 'Token', 'githubApi'),
  ],
} as Fixture

/** What a node refers to, and what is kept of it. */
const REFERENCES: [name: string, given: unknown, kept: unknown][] = [
  ['id and name that match', { id: '2', name: 'Unique' }, { id: '2', name: 'Unique' }],
  ['an id with another name', { id: '2', name: 'Old name' }, { id: '2', name: 'Unique' }],
  ['an id alone', { id: '2' }, { id: '2', name: 'Unique' }],
  ['an unknown id with a name that one has', { id: '99', name: 'Unique' }, { id: '2', name: 'Unique' }],
  ['an unknown id with a name that two have', { id: '99', name: 'Twin' }, { id: '99', name: 'Twin' }],
  ['an id of another type', { id: '5', name: 'Token' }, { id: '5', name: 'Token' }],
  ['nothing that is known', { id: '99', name: 'Nobody' }, { id: '99', name: 'Nobody' }],
  ['no id, and any name: the first of the type', { name: 'Nobody' }, { id: '1', name: 'First' }],
  ['null for an id, and a name', { id: null, name: 'Unique' }, { id: '2', name: 'Unique' }],
  ['null for an id, and an unknown name', { id: null, name: 'Nobody' }, { id: null, name: 'Nobody' }],
]

const BARE_NAMES: typeof REFERENCES = [
  ['a bare name', 'Unique', { id: '2', name: 'Unique' }],
  ['a bare name that two have', 'Twin', 'Twin'],
  ['a bare name that is not known', 'Nobody', 'Nobody'],
]

describe.each(PROFILES)('in profile %s', profile => {
  test.each(profile === 'contract' ? REFERENCES : [...REFERENCES, ...BARE_NAMES])(
    'a node refers to a credential by %s',
    async (_name, given, kept) => {
      await using instance = await startInstance({ fixture, profile })
      const body = minimal({ nodes: [{ id: 'n', name: 'n', credentials: { httpBasicAuth: given } }] })
      const expected = [{ id: 'n', name: 'n', credentials: { httpBasicAuth: kept } }]
      const created = await instance.request('POST', '/api/v1/workflows', body)
      const read = await instance.request('GET', `/api/v1/workflows/${idOf(created)}`)
      const replaced = await instance.request('PUT', '/api/v1/workflows/1', body)
      expect([created, read, replaced].map(answer => field(answer, 'nodes'))).toEqual([expected, expected, expected])
    },
  )
})
