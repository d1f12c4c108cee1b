import process from 'node:process'
import { loadVersion, NEWEST_VERSION } from '../core/versions/versions.ts'
import { describeNode, nearestType, nodeText, typeOf } from '../runs/checks/parameters/describe-node.ts'
import { loadCatalogue } from '../runs/checks/parameters/node-catalogue.ts'
import { isKnownPackage, packageOf } from '../runs/nodes/node-packages.ts'
import { UsageError } from './explain.ts'
import { profileOf, readFlags } from './flags.ts'
import { print, printError } from './terminal.ts'
import { ownNodesReader } from './validate.ts'

const FLAGS = {
  version: { type: 'string' },
  with: { type: 'string', multiple: true },
  profile: { type: 'string' },
  nodes: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

/**
 * `understudy node TYPE [--version N] [--with NAME=VALUE]…`: what a node takes. Exit status 0, 1 where there is no such
 * type or version.
 */
export async function node(args: string[]) {
  const { positionals, values } = readFlags(args, FLAGS)
  const [name, ...rest] = positionals
  if (name === undefined || rest.length > 0) throw new UsageError('node needs one type of node, such as slack')
  const profile = profileOf(values.profile ?? NEWEST_VERSION)
  const version = values.version === undefined ? undefined : Number(values.version)
  if (version !== undefined && !(version > 0))
    throw new UsageError(`--version must be a number, not "${values.version}"`)
  const given = Object.fromEntries((values.with ?? []).map(parameterOf))
  const ofService = await loadCatalogue((await loadVersion(profile)).data.nodeParameters)
  if (!ofService) throw new UsageError(`what nodes take in ${profile} is not known`)
  const ofPackage = packageOf(name)
  const wanted = ofPackage === undefined || isKnownPackage(ofPackage) ? [] : [ofPackage]
  const { facts } = await ownNodesReader(values.nodes)(wanted)
  const catalogue = ofService.with(facts)
  const packages = facts.map(({ type }) => packageOf(type) ?? '')
  const type = typeOf(name, catalogue, packages)
  if (type === undefined) {
    const hint = wanted.length > 0 && facts.length === 0 ? `, and ${wanted[0]} is not installed here` : ''
    return fail(`${profile} has no node type ${JSON.stringify(name)}${hint}`, nearestType(name, catalogue, packages))
  }
  const found = describeNode(type, { ...(version === undefined ? {} : { version }), given, catalogue })
  if (!found) {
    const versions = catalogue.all(type).flatMap(one => one.versions)
    return fail(`${type} has no typeVersion ${version}: it has ${versions.toSorted((a, b) => a - b).join(', ')}`)
  }
  print(values.json ? JSON.stringify({ profile, ...found }, null, 2) : nodeText(found))
}

function fail(message: string, meant?: string) {
  printError(meant === undefined ? message : `${message}; did you mean ${meant}?`)
  process.exitCode = 1
}

/** `resource=message`; true, false and numbers are what they say. */
function parameterOf(text: string): [string, unknown] {
  const at = text.indexOf('=')
  if (at <= 0) throw new UsageError(`--with must be NAME=VALUE, not "${text}"`)
  const value = text.slice(at + 1)
  const known: Record<string, unknown> = { true: true, false: false }
  if (Object.hasOwn(known, value)) return [text.slice(0, at), known[value]]
  return [text.slice(0, at), value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value]
}
