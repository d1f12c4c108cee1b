import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../../src/runs/expressions/built-engine.ts'
import { Machine } from '../../../src/runs/expressions/machine.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { engineAsBuilt } from './engine-as-built.js'

const BUILD = join(import.meta.dirname, 'engine-as-built.js')
const MACHINE = join(import.meta.dirname, '../../../src/runs/expressions/machine.ts')
const BUILT = join(import.meta.dirname, '../../../src/runs/expressions/built-engine.ts')

const WORLDS: readonly World[] = ['expressions', 'code']

test.each(WORLDS)(
  'the memory for %s of an engine that Node builds is that of an engine of this runtime',
  async world => {
    await using temporary = await temporaryFolder()
    const program = join(temporary.path, 'build.mjs')
    await writeFile(
      program,
      `import { builtEngine } from ${JSON.stringify(BUILD)}\nconsole.log(await builtEngine(${JSON.stringify(temporary.path)}))`,
    )
    const { stdout, stderr } = spawnSync(nodeProgram(), [program], { encoding: 'utf8' })
    if (stdout === '') throw new Error(stderr)
    const parts = join(temporary.path, 'parts')
    await mkdir(parts)
    await writeFile(join(parts, 'engine.mjs'), stdout)
    const { builtEngine } = await import(join(parts, 'engine.mjs'))
    const built = builtEngine.memories[world]

    const { now } = Date
    Date.now = () => 0
    const { prepared } = await Machine.create(world)
    Date.now = now
    expect(built.addresses).toBe(prepared.addresses)
    expect(built.entries).toEqual(prepared.entries)
    expect(built.counter).toBe(prepared.counter)
    expect(prepared.counter).toBeInteger()
    const different = prepared.parts.flatMap(({ from, bytes }, at) => {
      expect([built.parts[at].from, built.parts[at].bytes.length]).toEqual([from, bytes.length])
      return [...bytes.entries()].filter(([place, byte]) => built.parts[at].bytes[place] !== byte)
    })
    // the language of the runtime
    expect(different.length).toBeLessThan(64)
  },
)

test('an executable has the memories of the engine inside, and its machines take them over', async () => {
  await using temporary = await temporaryFolder()
  const entry = join(temporary.path, 'entry.ts')
  const files = join(temporary.path, 'files')
  await mkdir(files)
  await writeFile(
    entry,
    `import { builtEngine } from ${JSON.stringify(BUILT)}
import { Machine } from ${JSON.stringify(MACHINE)}
const taken = []
for (const world of ${JSON.stringify(WORLDS)}) {
  const { prepared } = await Machine.create(world)
  const built = builtEngine.memories[world]
  taken.push(prepared.addresses === built.addresses && prepared.counter === built.counter && prepared.parts.every(
    ({ from, bytes }, at) => from === built.parts[at].from && Buffer.compare(bytes, built.parts[at].bytes) === 0
  ))
}
console.log(JSON.stringify(taken))
`,
  )
  const outfile = join(temporary.path, 'program')
  const built = await Bun.build({
    entrypoints: [entry],
    plugins: [await engineAsBuilt(files)],
    throw: false,
    compile: { outfile },
  })
  expect(built.logs).toEqual([])
  await rm(files, { recursive: true })
  const { stdout, stderr } = spawnSync(outfile, { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['[true,true]\n', ''])
})
