import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { transformationNames } from '../../../src/runs/expressions/inside/transformations.ts'
import { TRANSFORMATIONS } from '../../../src/runs/expressions/rewrite-code.ts'
import { realmLibrary } from '../../tools/generate/realm-library.ts'

test('the library of realms is generated from its sources: run bun run generate', async () => {
  const file = Bun.file(join(import.meta.dir, '../../../src/runs/expressions/realm-library.ts'))
  expect((await file.text()) === (await realmLibrary())).toBe(true)
})

test('every function that values have is called as one', () => {
  expect(transformationNames().sort()).toEqual([...TRANSFORMATIONS].sort())
})
