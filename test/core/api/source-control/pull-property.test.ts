import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSetting, type Setting, type Understudy, workflowFile } from './setting.ts'

const RUNS = Number(process.env.PULL_RUNS ?? 40)
const IDS = ['1', '2', '3']
const NAMES = ['a', 'b', 'c']

type Kind = 'workflows' | 'tags' | 'variables'
type Step =
  | { do: 'remote' | 'local'; kind: Kind; id: string; name: string | null }
  | { do: 'pull'; force: boolean; broken: boolean }

const edit = fc.record({
  do: fc.constantFrom('remote' as const, 'local' as const),
  kind: fc.constantFrom<Kind>('workflows', 'tags', 'variables'),
  id: fc.constantFrom(...IDS),
  name: fc.option(fc.constantFrom(...NAMES), { freq: 4 }),
})
const pull = fc.record({
  do: fc.constant('pull' as const),
  force: fc.boolean(),
  broken: fc.integer({ min: 0, max: 5 }).map(n => n === 0),
})
const steps = fc.array(fc.oneof({ weight: 5, arbitrary: edit }, { weight: 2, arbitrary: pull }), { maxLength: 24 })

test(
  'no sequence of edits and pulls loses a local edit without force, or half-applies',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async steps => {
        await using setting = await createSetting('local')
        await setting.repository.commit({ 'README.md': 'x' })
        const model = createModel(setting)
        for (const step of [...steps, { do: 'pull', force: false, broken: false } as const]) await model.take(step)
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 2_000,
)

/** The two sides, and the base: what both were at the last pull. All three by kind and id. */
function createModel({ repository, connect }: Setting) {
  const here = connect()
  const there = new Map<string, string>()
  const base = new Map<string, string>()

  return {
    async take(step: Step) {
      if (step.do === 'pull') return takePull(step)
      const { kind, id, name } = step
      const side = step.do === 'local' ? allNames(here) : there
      if (isTaken(side, kind, id, name)) return
      if (step.do === 'local') return write(here, kind, id, name)
      if (name === null) there.delete(`${kind} ${id}`)
      else there.set(`${kind} ${id}`, name)
      await repository.commit(filesOf(there))
    },
  }

  async function takePull({ force, broken }: Extract<Step, { do: 'pull' }>) {
    if (broken) await repository.commit({ 'workflows/broken.json': '{' })
    const before = here.state()
    const names = allNames(here)
    const { refused, lines } = await here.pull({ force }).then(
      () => ({ refused: 0, lines: [] }),
      ({ status, description = '' }) => ({ refused: status, lines: description.split('\n') }),
    )
    if (broken) await repository.commit({ 'workflows/broken.json': null })
    if (refused !== 0) expect(here.state()).toBe(before)
    if (broken) return expect(refused).toBe(400)

    const conflicts = [...there].filter(([item, theirs]) => verdict(names.get(item), base.get(item), theirs) === 'ask')
    const collisions = lines.filter((line: string) => line.endsWith('of the instance has this name'))
    expect(lines.length - collisions.length).toBe(force ? 0 : conflicts.length)
    expect(refused).toBe(lines.length > 0 ? 409 : 0)
    if (refused !== 0) return

    const after = allNames(here)
    for (const item of new Set([...names.keys(), ...there.keys()])) {
      const [ours, theirs] = [names.get(item), there.get(item)]
      const wins = theirs !== undefined && verdict(ours, base.get(item), theirs) !== 'keep'
      const madeWay = force && / \(\d\)$/.test(after.get(item) ?? '')
      if (!madeWay) expect([item, after.get(item)]).toEqual([item, wins ? theirs : ours])
      if (theirs !== undefined) base.set(item, theirs)
    }
    for (const item of base.keys()) if (!there.has(item) && !names.has(item)) base.delete(item)
    const settled = here.state()
    expect((await here.pull()).workflows).toEqual([])
    expect(here.state()).toBe(settled)
  }
}

function verdict(ours: string | undefined, base: string | undefined, theirs: string) {
  if (theirs === base) return 'keep'
  return ours === base || ours === theirs ? 'take' : 'ask'
}

const filesOf = (there: Map<string, string>) => {
  const of = (kind: Kind) => IDS.flatMap(id => [[id, there.get(`${kind} ${id}`)] as const])
  const present = (kind: Kind) => of(kind).filter(([, name]) => name !== undefined)
  return {
    ...Object.fromEntries(
      of('workflows').map(([id, name]) => [`workflows/${id}.json`, name ? workflowFile(id, name) : null]),
    ),
    'tags.json': { tags: present('tags').map(([id, name]) => ({ id, name })), mappings: [] },
    'variable_stubs.json': present('variables').map(([id, value]) => ({ id, key: `K${id}`, type: 'string', value })),
  }
}

const isTaken = (names: Map<string, string>, kind: Kind, id: string, name: string | null) =>
  kind === 'tags' && [...names].some(([item, its]) => item !== `tags ${id}` && item.startsWith('tags') && its === name)

/** By kind and id: the name of a workflow or a tag, the value of a variable. */
const allNames = ({ store: { data } }: Understudy) =>
  new Map<string, string>([
    ...[...data.workflows.values()].map(({ id, name }) => [`workflows ${id}`, name] as const),
    ...[...data.tags.values()].map(({ id, name }) => [`tags ${id}`, name] as const),
    ...[...data.variables.values()].map(({ id, value }) => [`variables ${id}`, value] as const),
  ])

const write = ({ store }: Understudy, kind: Kind, id: string, name: string | null) =>
  store.update(draft => {
    const at = '2026-01-01T00:00:00.000Z'
    if (name === null) {
      draft[kind].delete(id)
    } else if (kind === 'variables') {
      draft.variables.set({ id, key: `K${id}`, type: 'string', value: name })
    } else if (kind === 'tags') {
      draft.tags.set({ id, name, createdAt: at, updatedAt: at })
    } else {
      const { owner: _, ...file } = workflowFile(id, name)
      const rest = {
        staticData: null,
        meta: null,
        pinData: null,
        tags: [],
        owner: 'owner-id',
        createdAt: at,
        updatedAt: at,
      }
      draft.workflows.set({ ...file, ...rest, active: false })
    }
  })
