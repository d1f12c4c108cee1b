import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSetting, type RemoteKind, type Setting } from './setting.ts'

/** A test of pulls or pushes: some use the folder, those over HTTP the server. */
export type RemoteTest = (
  setting: Setting & { server: NonNullable<Setting['server']> },
  folder: string,
) => Promise<void>

/** Runs a case in a setting and a temporary folder of its own. */
export async function runCase(kind: RemoteKind, run: RemoteTest) {
  await using setting = await createSetting(kind)
  const folder = await mkdtemp(join(tmpdir(), 'understudy-cache-'))
  try {
    // a case that wants a server is only run where there is one
    await run(setting as Parameters<RemoteTest>[0], join(folder, 'cache'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
