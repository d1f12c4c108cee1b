import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, normalize, relative, sep } from 'node:path'
import { isRecord } from '../../core/base/is-record.ts'
import { manifestIn } from './manifest.ts'

/**
 * The packages of a `node_modules`. A link may lead out of it, to the app of a workspace or to a package under development:
 * of these, what they ship as nodes, since beside it may be the files of an instance.
 *
 * @param others further folders of packages, which links may lead to
 */
export function packagesIn(folder: string, others: readonly string[] = [], seen = new Set<string>()): string[] {
  const real = realpathSync(folder)
  // packages of a workspace may lead to each other
  if (seen.has(real)) return []
  seen.add(real)
  const entries = entriesOf(folder)
  const stores = new Set([...others, ...entries.flatMap(({ leadsTo }) => storeOf(leadsTo))])
  const isInstalled = ({ leadsTo }: Entry) =>
    leadsTo === undefined || [real, ...stores].some(place => leadsTo.startsWith(place + sep))
  if (entries.every(isInstalled)) return [folder, real, ...stores]
  const readable = entries.flatMap(entry => {
    const { path, leadsTo = path } = entry
    if (isInstalled(entry)) return [path, join(real, relative(folder, path))]
    return isRecord(manifestIn(leadsTo).n8n) ? [...filesOf(path), ...shippedBy(leadsTo, seen)] : []
  })
  return [...readable, ...stores]
}

interface Entry {
  path: string
  /** Of a link. */
  leadsTo?: string
}

/** The packages of a folder, those with a scope too; a link that leads nowhere is none. */
const entriesOf = (folder: string): Entry[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return existsSync(path) ? [{ path, leadsTo: realpathSync(path) }] : []
    return entry.name.startsWith('@') ? entriesOf(path) : [{ path }]
  })

const STORE = `${sep}node_modules${sep}.pnpm`

/** The store of all packages of a workspace that a link leads into. */
function storeOf(path = ''): string[] {
  const at = path.indexOf(STORE + sep)
  return at < 0 ? [] : [path.slice(0, at + STORE.length)]
}

/** What a package with nodes ships of itself, and the packages that it may load. */
export function shippedBy(folder: string, seen?: Set<string>): string[] {
  const packages = join(folder, 'node_modules')
  return [...filesOf(folder), ...(existsSync(packages) ? packagesIn(packages, [], seen) : [])]
}

/** Its manifest, and the files or folders of its nodes and credentials. */
function filesOf(folder: string): string[] {
  const { n8n } = manifestIn(folder)
  const { nodes = [], credentials = [] } = isRecord(n8n) ? n8n : {}
  const named = [nodes, credentials].flatMap(list => (Array.isArray(list) ? list.map(String) : []))
  const inside = named.map(file => normalize(file).split(sep)[0] ?? '').filter(name => !['', '.', '..'].includes(name))
  return [join(folder, 'package.json'), ...new Set(inside.map(name => join(folder, name)))]
}
