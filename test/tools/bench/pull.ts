import { createSetting, KINDS, type Understudy } from '../../core/api/source-control/setting.ts'
import { sampleWorkflows } from './sample-workflows.ts'

/**
 * How long a pull takes, for 1,000 workflows of ten nodes: `bun test/tools/bench/pull.ts [count]`. "Read" counts the files
 * whose content was read; "stall" is the longest time in which nothing else could run.
 */
const count = Number(process.argv[2] ?? 1_000)
const workflows = sampleWorkflows(count).map(({ id, name, nodes, connections, settings }) => ({
  [`workflows/${id}.json`]: { id, name, nodes, connections, settings },
}))

console.log('| remote | pull | files | read | ms | stall ms |\n|---|---|---|---|---|---|')
for (const kind of KINDS) {
  await using setting = await createSetting(kind)
  await setting.repository.commit(Object.assign({}, ...workflows))
  const instance = setting.connect()
  await report(kind, 'first', instance)
  await report(kind, 'nothing new', instance)
  await setting.repository.commit({ 'workflows/7.json': { ...workflows[6]?.['workflows/7.json'], name: 'Changed' } })
  await report(kind, 'one change', instance)
}

async function report(kind: string, what: string, { pull, reads, store }: Understudy) {
  let stall = 0
  let last = performance.now()
  const note = () => {
    const now = performance.now()
    stall = Math.max(stall, now - last)
    last = now
  }
  const watch = setInterval(note, 1)
  const began = performance.now()
  await pull()
  const took = performance.now() - began
  note()
  clearInterval(watch)
  const row = [kind, what, store.data.workflows.size, reads.at(-1)?.length, took.toFixed(0), stall.toFixed(0)]
  console.log(`| ${row.join(' | ')} |`)
}
