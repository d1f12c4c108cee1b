import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { writeTypes } from '../../../tools/generate/write-types.js'

const ROOT = join(import.meta.dir, '../../../..')

describe('without the folder of a version', () => {
  test.each(['v1', 'v2'])('%s the rest still type-checks', async folder => {
    await writeTypes()
    const copy = mkdtempSync(join(tmpdir(), 'understudy-versions-'))
    try {
      for (const part of ['src', 'data', 'package.json', 'tsconfig.json'])
        cpSync(join(ROOT, part), join(copy, part), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
      // versions that are made of this one go with it
      const made = VERSION_NAMES.filter(name => existsSync(join(ROOT, 'src/core/versions', name)))
      for (const gone of [folder, ...made]) rmSync(join(copy, 'src/core/versions', gone), { recursive: true })
      const list = join(copy, 'src/core/versions/versions.ts')
      const rest = readFileSync(list, 'utf8')
        .split('\n')
        .filter(line => ![folder, ...made].some(gone => line.includes(`./${gone}/`)))
      writeFileSync(list, rest.join('\n'))
      const { stdout, exitCode } = Bun.spawnSync([join(ROOT, 'node_modules/.bin/tsc'), '--noEmit'], { cwd: copy })
      const errors = stdout
        .toString()
        .split('\n')
        .filter(line => line.startsWith('src/'))
      // the default profile is a version's name: without that version, another must be chosen
      expect(errors.filter(line => !line.includes('"contract"'))).toEqual([])
      if (folder === 'v2') expect(exitCode).toBe(0)
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
})
