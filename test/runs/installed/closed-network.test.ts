import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { closeSync, openSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'

const CHILD = join(import.meta.dirname, '../../../src/runs/installed/child')

/** Runs a script behind the closed network, with the permissions that nodes have; its last line is the result. */
async function tried(script: string, more: { env?: Record<string, string> } = {}): Promise<string> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'script.mjs')
  await Bun.write(
    file,
    `const write = process.stdout.write.bind(process.stdout)
    const { closeNetwork } = await import(${JSON.stringify(join(CHILD, 'closed-network.ts'))})
    closeNetwork(async ({ method, url, headers, body }) => {
      if (url.includes('/none')) throw Object.assign(new Error('no answer is given'), { code: 'ECONNREFUSED' })
      if (url.includes('/redirect')) return { status: 302, headers: { location: 'http://169.254.169.254/' }, body: Buffer.alloc(0) }
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify({ method, url, host: headers.host, body: body.toString() })) }
    }, () => {})
    setInterval(() => {}, 1000)
    const said = value => { write(JSON.stringify(value ?? null) + '\\n', () => process.reallyExit(0)) }
    const http = await import('node:http'), https = await import('node:https'), net = await import('node:net')
    const tls = await import('node:tls'), dns = await import('node:dns'), dgram = await import('node:dgram'), fs = await import('node:fs')
    const got = (module, url, options = {}) => new Promise((resolve, reject) => module.get(url, options, response => {
      let text = ''; response.on('data', part => { text += part }); response.on('end', () => resolve(text))
    }).on('error', reject))
    const spoken = connect => new Promise((resolve, reject) => {
      const socket = connect(() => socket.write('GET /raw HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'))
      let text = ''; socket.on('data', part => { text += part }); socket.on('end', () => resolve(text.split('\\r\\n\\r\\n')[1])); socket.on('error', reject)
    })
    const socketError = socket => new Promise(resolve => { socket.on('error', error => resolve(error.code + ' ' + error.message)); socket.on('connect', () => setTimeout(() => resolve('connected'), 3000)) })
    try { said(await (async () => { ${script} })()) } catch (error) { said({ failed: error.code ?? error.name, message: error.message, cause: error.cause?.message }) }`,
  )
  symlinkSync('/etc/hostname', join(folder.path, 'link'))
  const flags = ['--permission', `--allow-fs-read=${CHILD}`, `--allow-fs-read=${folder.path}`, '--no-warnings', file]
  const child = spawn(nodeProgram(), flags, { env: more.env ?? {}, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', part => {
    out += part
  })
  child.stderr.on('data', part => {
    err += part
  })
  await new Promise(resolve => child.once('exit', resolve))
  return out.trim().split('\n').at(-1) || err.slice(-500)
}

describe('HTTP of any client goes to the wire', () => {
  test.each<[string, string, object]>([
    [
      'fetch',
      `return (await fetch('https://api.example.com/a?b=1', { method: 'POST', body: 'x' })).json()`,
      { method: 'POST', url: 'https://api.example.com/a?b=1', body: 'x' },
    ],
    ['http', `return JSON.parse(await got(http, 'http://localhost:3000/x'))`, { url: 'http://localhost:3000/x' }],
    ['https', `return JSON.parse(await got(https, 'https://api.example.com/y'))`, { url: 'https://api.example.com/y' }],
    [
      'an agent of its own',
      `return JSON.parse(await got(https, 'https://api.example.com/y', { agent: new https.Agent({ keepAlive: true }) }))`,
      { url: 'https://api.example.com/y' },
    ],
    [
      'another header Host, which changes nothing',
      `return JSON.parse(await got(http, 'http://api.example.com/z', { headers: { host: '169.254.169.254' } }))`,
      { url: 'http://api.example.com/z', host: '169.254.169.254' },
    ],
    [
      'a socket that says when it is connected',
      `return JSON.parse(await spoken(done => net.connect(8080, 'api.example.com', done)))`,
      { url: 'http://api.example.com:8080/raw' },
    ],
    [
      'a socket of TLS, to the usual port',
      `return JSON.parse(await spoken(done => tls.connect({ host: 'api.example.com' }, done)))`,
      { url: 'https://api.example.com/raw' },
    ],
    [
      'an address of this machine',
      `return JSON.parse(await got(http, 'http://127.0.0.1:22/'))`,
      { url: 'http://127.0.0.1:22/' },
    ],
  ])('%s', async (_what, script, expected) => {
    expect(JSON.parse(await tried(script))).toMatchObject(expected)
  })

  test('a connection without an answer fails', async () => {
    expect(JSON.parse(await tried(`return got(https, 'https://api.example.com/none')`))).toMatchObject({
      failed: 'ECONNREFUSED',
      message: 'no answer is given',
    })
    expect(JSON.parse(await tried(`return fetch('https://api.example.com/none')`))).toMatchObject({
      cause: 'no answer is given',
    })
  })

  test('a redirect leads to the wire again', async () => {
    const made = await tried(`return (await fetch('https://api.example.com/redirect')).json()`)
    expect(JSON.parse(made)).toMatchObject({ url: 'http://169.254.169.254/' })
  })
})

/** Of each way, what it says; none of them may say `out`. */
const WAYS: [what: string, script: (port: number) => string][] = [
  ['a socket of its own', port => `return socketError(net.connect(${port}, '127.0.0.1'))`],
  [
    'a socket that is made first',
    port => `const s = new net.Socket(); s.connect({ port: ${port}, host: '127.0.0.1' }); return socketError(s)`,
  ],
  [
    'a socket with a prototype of before',
    port =>
      `const s = Object.create(net.Socket.prototype); net.Socket.call(s); s.connect(${port}); return socketError(s)`,
  ],
  ['TLS', port => `return socketError(tls.connect(${port}, '127.0.0.1'))`],
  ['TLS over a socket', port => `return socketError(tls.connect({ socket: net.connect(${port}, '127.0.0.1') }))`],
  ['a file of the system as a socket', () => `return socketError(net.connect('/var/run/docker.sock'))`],
  [
    'the handle below a socket',
    port => `
    const { TCP } = process.binding('tcp_wrap'); const h = new TCP(0); return h.connect({}, '127.0.0.1', ${port}) === 0 ? 'out' : 'closed'`,
  ],
  [
    'the handle of a server',
    () => `const h = net._createServerHandle('127.0.0.1', 0, 4); return typeof h === 'number' ? 'closed' : 'out'`,
  ],
  [
    'the handle of a stream of this process',
    () =>
      `const P = process.stdout._handle.constructor; return new P(0).connect({}, '/tmp/understudy-x.sock') === 0 ? 'out' : 'closed'`,
  ],
  [
    'a server',
    () =>
      `const s = net.createServer(); await new Promise((resolve, reject) => { s.on('error', reject); s.listen(0, resolve) }); return 'out'`,
  ],
  [
    'an HTTP server',
    () =>
      `const s = http.createServer(); await new Promise((resolve, reject) => { s.on('error', reject); s.listen(0, resolve) }); return 'out'`,
  ],
  [
    'HTTP/2',
    port => `
    const http2 = await import('node:http2'); const session = http2.connect('http://127.0.0.1:${port}');
    return new Promise(resolve => { session.on('error', error => resolve(error.code)); session.on('remoteSettings', () => resolve('out')) })`,
  ],
  ['a datagram', () => `dgram.createSocket('udp4').send('x', 53, '127.0.0.1'); return 'out'`],
  ['a name', () => `return (await dns.promises.lookup('localhost')).address ? 'out' : ''`],
  [
    'a name, by a callback',
    () => `return new Promise(resolve => dns.lookup('localhost', (error, address) => resolve(error?.code ?? 'out')))`,
  ],
  ['a name, by a resolver', () => `return new dns.Resolver().resolve4('localhost', () => {}) ? 'out' : ''`],
  ['a name, by a resolver of promises', () => `return new dns.promises.Resolver().resolve4('localhost')`],
  ['a WebSocket', port => `new WebSocket('ws://127.0.0.1:${port}'); return 'out'`],
  [
    'another process',
    () => `const { execSync } = await import('node:child_process'); return String(execSync('echo out'))`,
  ],
  [
    'another process, by require',
    () =>
      `const { createRequire } = await import('node:module'); return String(createRequire(import.meta.url)('child_process').spawnSync('echo', ['out']).stdout)`,
  ],
  [
    'another process, by a builtin',
    () => `return String(process.getBuiltinModule('child_process').spawnSync('echo', ['out']).stdout)`,
  ],
  [
    'a fork of a cluster',
    () => `const { default: cluster } = await import('node:cluster'); cluster.fork(); return 'out'`,
  ],
  [
    'a thread',
    () => `const { Worker } = await import('node:worker_threads'); new Worker('', { eval: true }); return 'out'`,
  ],
  ['the inspector', () => `const { open } = await import('node:inspector'); open(0); return 'out'`],
  ['a native addon', () => `process.dlopen({ exports: {} }, '/lib/x.node'); return 'out'`],
  ['a signal to another process', () => `process.kill(process.ppid, 0); return 'out'`],
  ['a file of this machine', () => `fs.readFileSync('/etc/hostname'); return 'out'`],
  ['a folder of this machine', () => `fs.readdirSync('/'); return 'out'`],
  ['a file, by a promise', () => `await fs.promises.readFile('/etc/hostname'); return 'out'`],
  ['a file that is written', () => `fs.writeFileSync('/tmp/understudy-out', 'x'); return 'out'`],
  [
    'a database file',
    () =>
      `const { DatabaseSync } = await import('node:sqlite'); new DatabaseSync('/tmp/understudy-out.db'); return 'out'`,
  ],
  [
    'the environment of the starting process',
    () => `fs.readFileSync('/proc/' + process.ppid + '/environ'); return 'out'`,
  ],
  ['what was closed, put back', () => `net.Socket.prototype.connect = () => {}; return 'out'`],
  [
    'what was closed, defined again',
    () => `Object.defineProperty(net.default, 'connect', { value: () => {} }); return 'out'`,
  ],
]

describe('nothing else gets out', () => {
  test.each(WAYS)('%s', async (_what, script) => {
    const connections: unknown[] = []
    const server = createServer(socket => connections.push(socket.destroy()))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      const said = await tried(script(port))
      // a script that did not begin would prove nothing
      expect(said).toMatch(/^["{[]/)
      expect(said).not.toMatch(/^"(out|connected)/)
      expect(connections).toEqual([])
    } finally {
      server.close()
    }
  })
})

/**
 * Of each way, by other names and by what lies below: an expression, which may throw or give a reason. In one process, as
 * each is short.
 */
const OTHER_WAYS: Record<string, string> = {
  'another process, loaded by the loader': `String(require('module')._load('child_process').execSync('echo out'))`,
  'another process, by its class': `new (require('child_process').ChildProcess)().spawn({ file: '/bin/echo', args: ['echo'], stdio: 'ignore' }) === 0 ? 'out' : ''`,
  'another process, by a run of tests': `new Promise(resolve => { const run = require('node:test').run({ files: [import.meta.filename] }); run.on('test:pass', () => resolve('out')).on('test:fail', ({ details }) => resolve(details.error.message)); run.resume() })`,
  'another program in its place': `process.execve ? (process.execve('/bin/echo', ['echo', '"out"'], {}), 'out') : ''`,
  'a thread, by its prototype': `new (require('worker_threads').Worker.prototype?.constructor ?? Date)('0', { eval: true }) instanceof Date ? '' : 'out'`,
  'a signal, by what lies below': `process._kill(process.ppid, 0) === 0 ? 'out' : ''`,
  'the debugger of another process': `(process._debugProcess(process.ppid), 'out')`,
  'how urgent another process is': `(os.setPriority(process.ppid, os.getPriority()), 'out')`,
  'a binding, of another realm': `require('vm').runInThisContext('process').binding('fs') ? 'out' : ''`,
  'a linked binding': `process._linkedBinding('tcp_wrap') ? 'out' : ''`,
  'a part of Node itself': `require('internal/child_process') ? 'out' : ''`,
  WASI: `new (require('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } }) ? 'out' : ''`,
  'an inspector of its own': `(new (require('inspector').Session)().connect(), 'out')`,
  'TLS, by its old name': `socketError(require('_tls_wrap').connect({ port: PORT, host: '127.0.0.1' }).setTimeout(500, function () { this.destroy(Error('late')) }))`,
  'a socket of TLS': `socketError(new tls.TLSSocket(new net.Socket()).connect(PORT, '127.0.0.1').setTimeout(500, function () { this.destroy(Error('late')) }))`,
  'a datagram socket by its class': `(new dgram.Socket('udp4').send('x', PORT, '127.0.0.1'), 'out')`,
  'a connected datagram socket': `(new dgram.Socket('udp4').connect(PORT, '127.0.0.1'), 'out')`,
  'a server, by what lies below': `(s => { s.on('error', () => {}); s._listen2('127.0.0.1', 0, 4, -1, 0); return s.address() ? 'out' : '' })(new net.Server())`,
  'a file of the system, for HTTP': `new Promise((_, reject) => http.get({ socketPath: '/var/run/docker.sock' }).on('error', reject))`,
  'a descriptor as a socket': `new net.Socket({ fd: 0 })._handle.connect({}, '/tmp/understudy-x.sock') === 0 ? 'out' : ''`,
  'a request through a proxy': `new Promise((_, reject) => http.request({ host: '127.0.0.1', port: PORT, method: 'CONNECT', path: 'example.com:443' }).on('error', reject).end())`,
  'a link': `(fs.symlinkSync('/etc/hostname', own + '/a'), fs.readFileSync(own + '/a') && 'out')`,
  'a link from here': `(fs.symlinkSync('../../../etc/hostname', own + '/b'), fs.readFileSync(own + '/b') && 'out')`,
  'a link, by a promise': `fs.promises.symlink('/etc/hostname', own + '/c').then(() => 'out')`,
  'a second name of a file': `(fs.linkSync('/etc/hostname', own + '/d'), 'out')`,
  'a copy of a file': `(fs.cpSync('/etc/hostname', own + '/e'), 'out')`,
  'a file, upwards': `fs.readFileSync(own + '/../../../etc/hostname') && 'out'`,
  'a file, upwards by bytes': `fs.readFileSync(Buffer.from(own + '/../../../etc/hostname')) && 'out'`,
  'a file, from another folder': `(process.chdir('/'), fs.readFileSync('etc/hostname') && 'out')`,
  'a file, by an address': `fs.readFileSync(new URL('file:///etc/hostname')) && 'out'`,
  'a file as a blob': `fs.openAsBlob('/etc/hostname').then(blob => blob.text()).then(() => 'out')`,
  'a file as a stream': `new Promise((resolve, reject) => fs.createReadStream('/etc/hostname').on('data', () => resolve('out')).on('error', reject))`,
  'a file as a module': `require('/etc/hostname') && 'out'`,
  'a file of settings': `(process.loadEnvFile('/etc/environment'), 'out')`,
  'names of files': `fs.globSync('/etc/*').length > 0 ? 'out' : ''`,
  'where a link leads': `fs.realpathSync('/proc/self/cwd') === '/proc/self/cwd' ? '' : 'out'`,
  'where a link of its folder leads': `fs.realpathSync(own + '/link') === own + '/link' ? '' : 'out'`,
  'whether there is what a link leads to': `fs.realpathSync('/etc/no-such-file') === '/etc/no-such-file' ? '' : 'out'`,
  'whether there is a file': `fs.existsSync('/etc/hostname') ? 'out' : ''`,
  'a file that is watched': `(fs.watch('/etc').close(), 'out')`,
  'what is mounted': `fs.statfsSync('/') && 'out'`,
  'its own environment, as a file': `fs.readFileSync('/proc/self/environ') && 'out'`,
  'the root, by itself': `fs.readFileSync('/proc/self/root/etc/hostname') && 'out'`,
  'a report in a file': `(process.report.writeReport('/tmp/understudy-report.json'), fs.existsSync('/tmp/understudy-report.json') ? 'out' : '')`,
  'its memory in a file': `require('v8').writeHeapSnapshot('/tmp/understudy.heapsnapshot') && 'out'`,
  'files that are open': `Array.from({ length: 61 }, (_, at) => { try { return fs.fstatSync(at + 3).isFile() && fs.readSync(at + 3, Buffer.alloc(1)) } catch { return false } }).some(Boolean) ? 'out' : ''`,
  'who runs this machine': `os.userInfo().username === 'node' && os.hostname() === 'localhost' && Object.keys(os.networkInterfaces()).length === 0 ? '' : 'out'`,
}

test('nor by other names', async () => {
  const connections: unknown[] = []
  const server = createServer(socket => connections.push(socket.destroy()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const file = openSync(import.meta.filename, 'r')
  try {
    const ways = Object.entries(OTHER_WAYS).map(([name, way]) => `[${JSON.stringify(name)}, async () => ${way}]`)
    const said = await tried(`
      process.on('uncaughtException', () => {})
      const { createRequire } = await import('node:module')
      const require = createRequire(import.meta.url), os = require('node:os'), own = import.meta.dirname, PORT = ${port}
      const said = []
      for (const [name, way] of [${ways.join(',')}]) said.push([name, String(await way().catch(error => error.code ?? error.message))])
      return said`)
    const all = JSON.parse(said) as [string, string][]
    expect(all.map(([name]) => name)).toEqual(Object.keys(OTHER_WAYS))
    expect(all.filter(([, said]) => /^out|connected/.test(said))).toEqual([])
    expect(connections).toEqual([])
  } finally {
    closeSync(file)
    server.close()
  }
}, 30_000)
