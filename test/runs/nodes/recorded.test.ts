import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Item, NodeItem, NodeRun } from '../../../src/core/model/run-data.ts'
import type { RunJob } from '../../../src/runs/engine/job.ts'
import { node, play, setupOf, workflow } from '../engine/playing.ts'
import { NodeAccess } from './node-access.ts'

/** What the service 2.41.1 did with a node, its parameters and its items; zone America/New_York. */
interface Recorded {
  name: string
  node: Record<string, unknown>
  /** For each input its items; null where nothing came. With `__item` with files, else the JSON alone. */
  inputs?: (Item[] | null)[]
  /** Several runs one after the other, instead of `inputs`. */
  calls?: (Item[] | null)[][]
  runs: { main?: NodeItem[][]; error?: Item; hints?: Item[]; answer?: Answer; customData?: Item }[]
  /** The workflow that it calls. */
  sub?: { nodes: Item[]; connections: Record<string, unknown> }
  credential?: { type: string; data: Item }
  table?: { columns: { name: string; type: string }[]; rows: Item[] }
  rowsAfter?: Item[]
  /** Of the files that it put out, in base64. */
  contents?: string[]
}

interface Answer {
  status: number
  body: string
  headers: Record<string, string>
}

const FOLDER = join(import.meta.dir, 'recorded')
/** Tokens end soon after. */
const RECORDED_AT = Date.parse('2026-11-24T03:04:00Z')

for (const file of readdirSync(FOLDER).sort()) {
  describe(file.replace('.json', ''), () => {
    const rows: Recorded[] = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    test.each(rows.map(row => [row.name, row] as const))('%s', async (_, row) => {
      const access = new NodeAccess(row)
      let staticData: RunJob['staticData'] = {}
      for (const [at, wanted] of row.runs.entries()) {
        const result = await runRecorded(row, row.calls?.[at] ?? row.inputs ?? [], access, staticData)
        const run = result.run
        staticData = result.staticData ?? staticData
        if (wanted.error) {
          // one that ends the run between two nodes leaves no run of the node
          const { name, level, context, ...shown } = shownError(run?.error ?? result.error)
          expect(run?.data).toBeUndefined()
          expect({ message: shown.message, description: shown.description }).toEqual({
            message: masked(wanted.error.message),
            description: masked(wanted.error.description ?? undefined),
          })
          if (wanted.error.name) expect({ name, level, context }).toEqual(pick(wanted.error))
          continue
        }
        if (row.node.onError === undefined) expect(run?.error).toBeUndefined()
        expect(shownItems(run?.data?.main)).toEqual(shownItems(wanted.main))
        expect(run?.hints ?? []).toEqual((wanted.hints ?? []) as never)
        if (wanted.customData) expect(result.customData).toEqual(wanted.customData as never)
        if (wanted.answer) expect(result.answer).toEqual(wanted.answer)
        if (row.contents)
          expect(await access.contentsOf(run?.data?.main[0] ?? [])).toEqual(row.contents.map(maskedBase64))
      }
      if (row.rowsAfter) expect(masked(access.rows())).toEqual(masked(row.rowsAfter))
    })
  })
}

async function runRecorded(
  row: Recorded,
  inputs: (Item[] | null)[],
  access: NodeAccess,
  staticData: RunJob['staticData'],
) {
  const { type, ...more } = row.node
  const fullType = String(type).includes('.') ? String(type) : `n8n-nodes-base.${type}`
  const credentials = row.credential ? { credentials: { [row.credential.type]: { id: 'credential' } } } : {}
  const sources = inputs.flatMap((items, at) => (items ? [{ name: `In${at}`, items, at }] : []))
  const mocks: RunJob['mocks'] = Object.fromEntries(
    sources.map(({ name, items }) => [name, [{ main: [items.map(given)] }]]),
  )
  const wires = sources.map(({ name, at }) => `Start > ${name}; ${name} > T@${at}`).join('; ')
  const parameters = JSON.parse(
    JSON.stringify(more.parameters ?? {})
      .replaceAll('$SUB', 'sub')
      .replaceAll('$TABLE', 'table'),
  )
  const made = workflow(
    [
      node('Start', { type: `n8n-nodes-base.${type === 'respondToWebhook' ? 'webhook' : 'manualTrigger'}` }),
      ...sources.map(({ name }) => node(name)),
      node('T', { ...more, parameters, type: fullType, ...credentials }),
    ],
    wires,
  )
  if (row.sub)
    access.add(workflow(row.sub.nodes as never, '', { id: 'sub', connections: row.sub.connections as never }))
  const result = await play(
    made,
    { ...setupOf(made), zone: 'America/New_York', at: RECORDED_AT, mocks, staticData },
    access,
  )
  const data = result.data as { resultData: { runData: Record<string, NodeRun[]>; metadata?: Item } }
  return {
    run: data.resultData.runData.T?.[0],
    customData: data.resultData.metadata,
    answer: result.answer && shownAnswer(result.answer),
    staticData: result.staticData,
    error: result.error,
  }
}

const given = (item: Item): NodeItem =>
  item && item.__item === true
    ? { json: (item.json ?? {}) as Item, ...(item.binary ? { binary: item.binary as Item } : {}) }
    : { json: item }

const TIME = /20(?:2[6-9])-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g
const STAMP = /DTSTAMP:\w+/g

function masked<T>(value: T): T {
  if (typeof value === 'string') return value.replace(TIME, '<time>').replace(/20(?:2[6-9])-\d\d-\d\d/g, '<day>') as T
  if (Array.isArray(value)) return value.map(masked) as T
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)])) as T
  }
  return value
}

const maskedBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8').replace(STAMP, 'DTSTAMP')

function shownItems(outputs: (NodeItem[] | null)[] | undefined): unknown {
  const shown = outputs?.map(items =>
    items?.map(({ json, binary, pairedItem, index, error }) => ({
      json,
      index,
      pairedItem,
      error: error === undefined ? undefined : (error as Item).message,
      binary:
        binary &&
        Object.fromEntries(
          Object.entries(binary).map(([name, file]) => {
            const { mimeType, fileName, fileExtension } = file as Item
            return [name, { mimeType, fileName, fileExtension }]
          }),
        ),
    })),
  )
  return masked(JSON.parse(JSON.stringify(shown ?? null)))
}

const shownError = (error: Item | undefined): Item => masked(JSON.parse(JSON.stringify(error ?? {})))
const pick = ({ name, level, context }: Item) => ({ name, level, context })

function shownAnswer({
  status,
  headers,
  body,
}: import('../../../src/runs/nodes/tools/node-context.ts').NodeAnswer): Answer {
  const text = body.kind === 'text' ? body.value : body.kind === 'json' ? (JSON.stringify(body.value) ?? '') : ''
  const shown = Object.fromEntries(headers.filter(([name]) => name !== 'content-type'))
  if (body.kind === 'redirect') shown.location = body.url
  if (status !== undefined && !Number.isInteger(status)) {
    // as src/runs/calls/replies.ts refuses it
    const message = `Invalid status code: ${JSON.stringify(status)}. Status code must be an integer.`
    return { status: 500, body: JSON.stringify({ code: 0, message }), headers: {} }
  }
  return { status: Number(status ?? (body.kind === 'redirect' ? 307 : 200)), body: text, headers: shown }
}
