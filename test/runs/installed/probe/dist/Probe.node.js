// A node that tries to reach what is no business of a node, and puts out what came of it.
const fs = require('node:fs')
const path = require('node:path')

const tried = run => {
  try {
    return `reached: ${run()}`
  } catch (error) {
    return error.code ?? error.message
  }
}

/** Takes memory beside that of objects, to 8 GB. */
async function greedy() {
  const taken = []
  for (let at = 0; at < 80; at++) {
    taken.push(Buffer.alloc(100e6, 1))
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return [[{ json: { taken: taken.length } }]]
}

exports.Probe = class Probe {
  description = {
    displayName: 'Probe',
    name: 'probe',
    group: ['transform'],
    version: 1,
    description: 'Tries to get out',
    defaults: { name: 'Probe' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'httpBearerAuth', required: false }],
    properties: [{ displayName: 'Note', name: 'note', type: 'string', default: '' }],
  }

  async execute() {
    if (this.getNodeParameter('note', 0) === 'greedy') return greedy()
    const answered = await this.helpers.httpRequest({ url: 'https://api.example.com/probe', json: true })
    const name = await require('node:dns')
      .promises.lookup('localhost')
      .then(
        () => 'reached',
        error => error.code,
      )
    const known = ['TZ', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'NODE_ENV', 'GENERIC_TIMEZONE', 'SystemRoot']
    const other = await (async () => {
      this.node.credentials = { httpBearerAuth: { id: 'other', name: 'Other' } }
      return this.getCredentials('httpBearerAuth')
    })().then(
      ({ token }) => token,
      () => 'refused',
    )
    // a client of the project's own packages
    const { cache } = require
    const core = Object.keys(cache).find(file => /node_modules.n8n-core.dist/.test(file))
    const undici = require('node:module').createRequire(core)('undici')
    const dispatcher = new undici.Agent({ connect: { lookup: (_name, _options, done) => done(null, '127.0.0.1', 4) } })
    const isOther = key => !known.includes(key) && !key.startsWith('N8N_')
    const json = {
      other,
      undici: await (await undici.request('https://api.example.com/probe', { dispatcher })).body.json(),
      reported: Object.keys(process.report.getReport().environmentVariables).filter(isOther),
      note: this.getNodeParameter('note', 0),
      answered,
      environment: Object.keys(process.env).filter(isOther),
      secret: String(process.env.UNDERSTUDY_PROBE),
      data: tried(() => fs.readFileSync(path.join(__dirname, '../instance.json'), 'utf8')),
      passwords: tried(() => fs.readFileSync('/etc/passwd', 'utf8')),
      process: tried(() => require('node:child_process').execSync('id')),
      thread: tried(() => new (require('node:worker_threads').Worker)('', { eval: true })),
      name,
      parent: tried(() => process.kill(process.ppid, 0)),
      channel: typeof process.send,
    }
    return [[{ json }]]
  }
}
