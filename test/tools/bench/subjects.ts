import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Asked } from './load.ts'
import { type Kind, kindsOf } from './requests.ts'
import { KEY_HEADER, type Started, serveDocument, start } from './start-server.ts'

/** An answer for the bare server to give: everything as it is sent. */
interface Given {
  status: number
  headers: Record<string, string>
  text: string
}

/** A service that is measured. */
export interface Subject {
  name: string
  url: string
  kinds: Record<string, Kind>
  /** Takes back what a load has made. */
  clean(): Promise<void>
  /** Leaves nothing behind. */
  end(): Promise<void>
  /** Its process, where it is one of ours. */
  server?: Started
}

/** An instance of ours with this document. */
export async function ourSubject(
  file: string,
  ids: readonly string[],
  command?: string[],
  flags?: readonly string[],
): Promise<Subject> {
  const server = await serveDocument(file, command, flags)
  return {
    name: 'Understudy',
    url: server.url,
    kinds: kindsOf(ids, KEY_HEADER),
    clean: async () => {
      await send(server.url, { method: 'POST', path: '/_control/reset', headers: KEY_HEADER })
    },
    end: server.stop,
    server,
  }
}

/** The least server of a runtime, Bun where no other is given, that answers each kind with the bytes of another subject. */
export async function bareSubject(
  like: Subject,
  folder: string,
  runtime: readonly string[] = [process.execPath],
): Promise<Subject> {
  const given: Record<string, Given> = {}
  const kinds: Record<string, Kind> = {}
  for (const [key, { name, asked, status }] of Object.entries(like.kinds)) {
    const answer = await send(like.url, asked[0] as Asked)
    if (answer.status !== status) throw new Error(`${name} was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    given[`/${key}`] = answer
    kinds[key] = { name, status, asked: asked.map(it => ({ ...it, path: `/${key}` })) }
  }
  await like.clean()
  const file = join(folder, 'given.json')
  await writeFile(file, JSON.stringify(given))
  const server = await start(port => [...runtime, join(import.meta.dirname, 'bare-server.js'), file, `${port}`])
  return { name: 'a bare server', url: server.url, kinds, clean: async () => {}, end: server.stop, server }
}

/** The least that keeps a write, on a runtime, Bun where no other is given, for the same requests as another subject. */
export async function leastSubject(
  { kinds }: Subject,
  folder: string,
  runtime: readonly string[] = [process.execPath],
): Promise<Subject> {
  const program = join(import.meta.dirname, 'least-keeper.js')
  const server = await start(port => [...runtime, program, join(folder, 'least'), `${port}`])
  return { name: 'the least keeper', url: server.url, kinds, clean: async () => {}, end: server.stop, server }
}

export async function send(url: string, { method, path, headers = {}, body }: Asked): Promise<Given> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const kept = ['content-type', 'etag', 'vary'].flatMap(name => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: answer.status, headers: Object.fromEntries(kept), text: await answer.text() }
}
