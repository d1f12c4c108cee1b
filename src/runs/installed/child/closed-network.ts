// Closes the network of this process before a package is loaded. What HTTP clients write goes to a server without a
// socket, in this process, and from there to the wire; all else fails. It is closed twice: the modules, so that
// clients work or say why not, and below them the handles of the system, which alone can connect.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import process from 'node:process'
import { type Duplex, duplexPair } from 'node:stream'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const net = require('node:net')
const tls = require('node:tls')
const dgram = require('node:dgram')
const dns = require('node:dns')
const http = require('node:http')

/** A request that a node sends, with the address that it connects to. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer
  /** The item that the client sent it for, where that is known. */
  itemIndex?: number | undefined
}

export interface IncomingAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** Answers a request; throws where the connection fails. */
export type Answer = (request: OutgoingRequest) => Promise<IncomingAnswer>

interface Peer {
  host: string
  port: number
  isTls: boolean
  /** Of the request that was written last. */
  itemIndex?: number | undefined
}

/** A client that writes nothing for this long does not speak HTTP, in milliseconds. */
const SILENT_MS = 1000
const MAX_BODY_BYTES = 8 * 1024 * 1024

/**
 * @param answer gets all requests
 * @param refused hears of clients that do not speak HTTP
 * @param itemOfCaller the item that the code which writes to a socket works for
 * @param streams the streams of this process: their handles could make connections, too
 */
export function closeNetwork(
  answer: Answer,
  refused: (what: string) => void,
  itemOfCaller: () => number | undefined = () => undefined,
  streams: readonly object[] = [process.stdin, process.stdout, process.stderr],
) {
  closeHandles(streams as { _handle?: object }[])
  const server = http.createServer({ requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 256 * 1024 })
  const peers = new WeakMap<object, Peer>()
  // a failed connection is one of the client's socket, not an answer
  const clients = new WeakMap<object, Duplex>()
  server.on('request', async (request: never, response: never) => serve(request, response, answer, peers, clients))
  server.on('clientError', (_error: Error, socket: Duplex) => {
    const peer = peers.get(socket)
    refused(peer ? `${peer.host}:${peer.port}` : '')
    clients.get(socket)?.destroy(ownClient(peer))
  })
  for (const event of ['connect', 'upgrade'] as const)
    server.on(event, (_request: unknown, socket: Duplex) => {
      const peer = peers.get(socket)
      refused(peer ? `${peer.host}:${peer.port}` : '')
      clients.get(socket)?.destroy(ownClient(peer))
    })

  /** Connects a socket of a client to the server of this process. */
  function attach(socket: Duplex & Record<string, unknown>, peer: Peer) {
    const [near, far] = duplexPair()
    peers.set(far, peer)
    clients.set(far, socket)
    let hasWritten = false
    Object.assign(socket, {
      _read: () => near.resume(),
      _write(chunk: Buffer, encoding: BufferEncoding, done: () => void) {
        hasWritten = true
        peer.itemIndex = itemOfCaller() ?? peer.itemIndex
        near.write(chunk, encoding, done)
      },
      _writev: null,
      _final: (done: () => void) => near.end(done),
      _destroy(error: Error | null, done: (error: Error | null) => void) {
        near.destroy()
        far.destroy()
        done(error)
        // a socket says it by itself
        process.nextTick(() => socket.emit('close', error !== null))
      },
    })
    near.on('data', (chunk: Buffer) => {
      if (!socket.push(chunk)) near.pause()
    })
    near.on('end', () => socket.push(null))
    near.on('error', () => socket.destroy())
    socket.connecting = true
    process.nextTick(() => {
      if (socket.destroyed) return
      socket.connecting = false
      server.emit('connection', far)
      socket.emit('connect')
      if (peer.isTls) socket.emit('secureConnect')
      socket.emit('ready')
      const timer = realTimeout(() => {
        if (hasWritten || socket.destroyed) return
        refused(`${peer.host}:${peer.port}`)
        socket.destroy(ownClient(peer))
      }, SILENT_MS)
      timer.unref?.()
    })
    return socket
  }

  function connectPlain(this: Duplex & Record<string, unknown>, ...given: unknown[]) {
    const { options, listener } = connectOptions(given)
    if (listener) this.once('connect', listener)
    if (typeof options.path === 'string') {
      process.nextTick(() => this.destroy(refusedCode(`connect EACCES ${options.path}`, 'EACCES')))
      return this
    }
    return attach(this, { host: String(options.host ?? 'localhost'), port: Number(options.port), isTls: false })
  }

  function connectTls(...given: unknown[]) {
    const { options, listener } = connectOptions(given)
    const socket = new net.Socket()
    Object.assign(socket, {
      encrypted: true,
      authorized: true,
      alpnProtocol: false,
      getPeerCertificate: () => ({}),
      getPeerX509Certificate: () => undefined,
      getCipher: () => ({ name: 'none', version: 'none' }),
      getProtocol: () => 'TLSv1.3',
      getSession: () => undefined,
      isSessionReused: () => false,
      setServername() {},
      renegotiate: () => true,
    })
    if (listener) socket.once('secureConnect', listener)
    if (options.socket || typeof options.path === 'string') {
      process.nextTick(() => socket.destroy(ownClient(undefined)))
      return socket
    }
    return attach(socket, { host: String(options.host ?? 'localhost'), port: Number(options.port ?? 443), isTls: true })
  }

  define(net.Socket.prototype, 'connect', connectPlain)
  const connect = (...given: unknown[]) => {
    const { options } = connectOptions(given)
    const socket = new net.Socket(options)
    if (typeof options.timeout === 'number') socket.setTimeout(options.timeout)
    return socket.connect(...given)
  }
  define(net, 'connect', connect)
  define(net, 'createConnection', connect)
  define(tls, 'connect', connectTls)
  define(net.Server.prototype, 'listen', closed('listen'))
  define(net, '_createServerHandle', closed('listen'))
  define(dgram, 'createSocket', closed('dgram'))
  define(dgram, '_createSocketHandle', closed('dgram'))
  define(dgram.Socket.prototype, 'bind', closed('dgram'))
  closeNames(dns)
  closeNames(dns.promises)
  for (const name of [
    'node:cluster',
    'node:inspector',
    'node:inspector/promises',
    'node:child_process',
    'node:repl',
    'node:sqlite',
  ])
    closeModule(name)
  define(require('node:worker_threads'), 'Worker', closed('worker_threads'))
  for (const name of [
    'kill',
    '_kill',
    'abort',
    'execve',
    'dlopen',
    'binding',
    '_linkedBinding',
    'openStdin',
    '_debugProcess',
    '_debugEnd',
    '_startProfilerIdleNotifier',
  ])
    if (name in process) define(process, name, closed(`process.${name}`))
  for (const name of ['_getActiveHandles', '_getActiveRequests']) define(process, name, () => [])
  hideFiles()
  hideMachine()
  define(globalThis, 'WebSocket', undefined)
  define(globalThis, 'EventSource', undefined)
  syncBuiltinESMExports()
}

const realTimeout = setTimeout

async function serve(
  request: { method: string; url: string; rawHeaders: string[]; socket: object } & AsyncIterable<Buffer>,
  response: {
    shouldKeepAlive: boolean
    removeHeader(name: string): void
    writeHead(status: number, headers: Record<string, string | string[]>): void
    end(body?: Buffer): void
  },
  answer: Answer,
  peers: WeakMap<object, Peer>,
  clients: WeakMap<object, Duplex>,
) {
  const client = clients.get(request.socket)
  try {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of request) {
      size += part.byteLength
      if (size > MAX_BODY_BYTES) throw new Error(`A request has at most ${MAX_BODY_BYTES / 1024 / 1024} MB`)
      parts.push(part)
    }
    const peer = peers.get(request.socket)
    if (!peer) throw new Error('A request came from no connection')
    const made = await answer({
      method: request.method,
      url: addressOf(request.url, peer),
      headers: headersIn(request.rawHeaders),
      body: Buffer.concat(parts),
      itemIndex: peer.itemIndex,
    })
    const {
      'transfer-encoding': _,
      'content-length': __,
      connection: ___,
      'content-encoding': ____,
      ...headers
    } = made.headers
    // the client gets the headers of the answer and no other; its end is that of the connection
    for (const name of ['date', 'connection', 'transfer-encoding', 'content-length']) response.removeHeader(name)
    response.shouldKeepAlive = false
    const hasBody = request.method !== 'HEAD' && made.status !== 204 && made.status !== 304
    response.writeHead(made.status, headers)
    response.end(hasBody ? made.body : undefined)
  } catch (error) {
    client?.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** The address goes by the connection: a header `Host` changes nothing. */
function addressOf(path: string, { host, port, isTls }: Peer): string {
  if (/^https?:\/\//i.test(path)) return path
  const usual = isTls ? 443 : 80
  const name = host.includes(':') ? `[${host}]` : host
  return `${isTls ? 'https' : 'http'}://${name}${port === usual ? '' : `:${port}`}${path}`
}

function headersIn(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
  }
  return headers
}

/** As `net` reads its arguments: options, a port and a host, or a path; then a listener. */
function connectOptions(given: unknown[]): { options: Record<string, unknown>; listener?: () => void } {
  // Node hands on what it has read before as one list
  const list = Array.isArray(given[0]) ? (given[0] as unknown[]) : given
  const listener = list.findLast(value => typeof value === 'function') as (() => void) | undefined
  const [first, second] = list
  const more = list.find(value => typeof value === 'object' && value !== null) as Record<string, unknown> | undefined
  const options =
    typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))
      ? { port: Number(first), ...(typeof second === 'string' ? { host: second } : {}), ...more }
      : typeof first === 'string'
        ? { path: first }
        : (more ?? {})
  return { options, ...(listener ? { listener } : {}) }
}

const ownClient = (peer: Peer | undefined) =>
  refusedCode(
    `connect ECONNREFUSED ${peer ? `${peer.host}:${peer.port}` : ''}: only HTTP is answered. A node with a client of its own (a database, mail, a queue) needs a mock`,
    'ECONNREFUSED',
  )

const refusedCode = (message: string, code: string) => Object.assign(new Error(message), { code, syscall: 'connect' })

const closed = (what: string) =>
  function closed(): never {
    throw Object.assign(new Error(`${what} is closed: nodes of a test reach nothing but the wire`), {
      code: 'ERR_ACCESS_DENIED',
    })
  }

function define(object: object, name: string, value: unknown) {
  Object.defineProperty(object, name, { value, writable: false, configurable: false, enumerable: true })
}

/** A module none of whose functions can be called. */
function closeModule(name: string) {
  let module: Record<string, unknown>
  try {
    module = require(name)
  } catch {
    return
  }
  for (const key of Object.keys(module)) if (typeof module[key] === 'function') define(module, key, closed(name))
}

/** A file that may not be read is not there: packages look for some at their start. And what leads to it is itself. */
function hideFiles() {
  const fs = require('node:fs')
  const { existsSync, realpathSync } = fs
  define(fs, 'existsSync', (path: unknown) => {
    try {
      return existsSync(path)
    } catch {
      return false
    }
  })
  const isReadable = (path: string) => process.permission?.has('fs.read', path) !== false
  const realPath = (path: unknown, options: unknown) => {
    const given = resolve(path instanceof URL ? fileURLToPath(path) : String(path))
    if (!isReadable(given)) return given
    const found = realpathSync(path, options)
    return isReadable(String(found)) ? found : given
  }
  define(fs, 'realpathSync', Object.assign(realPath, { native: realpathSync.native }))
}

/** Who runs this machine, and its name and addresses, are no business of a node; nor is how other processes run. */
function hideMachine() {
  const os = require('node:os')
  const folder = os.tmpdir()
  define(os, 'setPriority', closed('os.setPriority'))
  define(os, 'hostname', () => 'localhost')
  define(os, 'networkInterfaces', () => ({}))
  define(os, 'userInfo', () => ({ uid: -1, gid: -1, username: 'node', homedir: folder, shell: null }))
}

/** Names are not looked up: a look-up leaves the process, too. */
function closeNames(module: Record<string, unknown>) {
  const isPromise = module !== dns
  for (const key of Object.keys(module)) {
    if (typeof module[key] !== 'function' || /^(get|set)|^Resolver$/.test(key)) continue
    define(module, key, (...given: unknown[]) => {
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${given[0]}`), {
        code: 'ENOTFOUND',
        hostname: given[0],
      })
      if (isPromise) return Promise.reject(error)
      const done = given.at(-1)
      if (typeof done === 'function') process.nextTick(() => done(error))
      return {}
    })
  }
  define(module, 'setServers', closed('dns'))
  define(module, 'Resolver', closed('dns'))
}

/** What the system answers where it is not permitted. */
const refuseCall = () => -13

/** Runs a step; Node 25 and later permit none of them, and so have closed the handle themselves. */
function unlessDenied(step: () => void) {
  try {
    step()
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ACCESS_DENIED') throw error
  }
}

function closeMethods(handle: object, names: readonly string[]) {
  for (
    let at: object | null = Object.getPrototypeOf(handle);
    at && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  )
    for (const name of names) if (Object.hasOwn(at, name)) define(at, name, refuseCall)
}

/** The handles of the system, by the methods that connect, listen or send; none can be made that has them. */
function closeHandles(streams: readonly { _handle?: object }[]) {
  unlessDenied(() => {
    const server = net._createServerHandle('127.0.0.1', 0, 4)
    if (typeof server === 'number') throw new Error('The handle of a connection could not be closed')
    closeMethods(server, ['connect', 'connect6', 'bind', 'bind6', 'listen', 'open'])
    server.close()
  })
  unlessDenied(() => {
    const socket = dgram.createSocket('udp4')
    const state = Object.getOwnPropertySymbols(socket)
      .map(symbol => socket[symbol])
      .find(value => value?.handle)
    if (!state) throw new Error('The handle of a datagram socket could not be closed')
    closeMethods(state.handle, ['bind', 'bind6', 'connect', 'connect6', 'send', 'send6', 'open'])
    socket.close()
  })
  unlessDenied(() => {
    const resolver = new dns.Resolver()
    closeMethods(
      resolver._handle,
      Object.getOwnPropertyNames(Object.getPrototypeOf(resolver._handle)).filter(name =>
        /^query|^getHostByAddr|^setServers/.test(name),
      ),
    )
  })
  for (const stream of streams)
    if (stream._handle) closeMethods(stream._handle, ['connect', 'bind', 'listen', 'open', 'fchmod'])
}
