import type { VersionName } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'
import { type Comparison, compareAnswers } from './compare.ts'
import { play, type Recording, type Target } from './record.ts'
import { type OpenApi, sequencesOf } from './sequences.ts'

interface Options {
  release: string
  /** The version whose operations are asked for. */
  profile: string
  seed: number
  sequences: number
  length: number
}

/** Sends random sequences to a service, and keeps what it answered. */
export async function record(target: Target, { release, profile, ...options }: Options): Promise<Recording> {
  const document = await documentOf(profile)
  const sequences: Recording['sequences'] = []
  for (const steps of sequencesOf(document, options)) {
    const answers = await play(target, steps)
    sequences.push(steps.map((step, at) => ({ ...step, answer: answers[at] ?? { status: 0, type: null, body: null } })))
  }
  return { release, profile, seed: options.seed, sequences }
}

const OWNER = { email: 'owner@example.com', firstName: 'Olga', lastName: 'Owner', role: 'global:owner' }

/** Plays a recording on an instance of its version, each sequence on a fresh state. */
export async function replay(recording: Recording): Promise<Comparison> {
  const fixture = { users: [{ ...OWNER, apiKey: 'owner-key' }] } as never
  const profile = recording.profile as VersionName
  await using instance = await startInstance({ profile, fixture, simulate: true, socket: false })
  const target: Target = {
    apiKey: 'owner-key',
    fetch: (path, options) => instance.fetch(path, options),
  }
  const ours = []
  for (const steps of recording.sequences) {
    await instance.reset()
    ours.push(await play(target, steps))
  }
  return compareAnswers(recording, ours)
}

async function documentOf(profile: string): Promise<OpenApi> {
  await using instance = await startInstance({ profile: profile as VersionName, socket: false })
  return (await instance.request('GET', '/api/v1/openapi.json')).body as OpenApi
}
