/**
 * The service's own engine in a process of its own: it reads one question a line, `{ id, workflow, start, items, mocks }`,
 * and answers each with `{ id, answer }` or `{ id, error }`. Requests to http://service.test go to a server in this process,
 * which answers them by `http` of the question. Code runs in a plain realm instead of the service's task runner, so the
 * texts of its errors are not the service's.
 *
 *     node engine.cjs FOLDER
 */
const { mkdtempSync } = require('node:fs')
const http = require('node:http')
const { createRequire } = require('node:module')
const { tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { createInterface } = require('node:readline')
const vm = require('node:vm')

process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'understudy-engine-'))
process.env.N8N_ENCRYPTION_KEY = 'x'.repeat(32)
process.env.GENERIC_TIMEZONE = 'America/New_York'
process.env.N8N_LOG_LEVEL = 'error'

const fromEngine = createRequire(join(process.argv[2], 'package.json'))
fromEngine('reflect-metadata')
const core = fromEngine('n8n-core')
const model = fromEngine('n8n-workflow')
const { LazyPackageDirectoryLoader } = fromEngine('n8n-core/dist/nodes-loader/lazy-package-directory-loader')
const loader = new LazyPackageDirectoryLoader(dirname(fromEngine.resolve('n8n-nodes-base/package.json')))

const PREFIX = 'n8n-nodes-base.'
const nodeTypes = {
  getByName: type => loader.getNode(type.slice(PREFIX.length)).type,
  getByNameAndVersion(type, version) {
    if (!type.startsWith(PREFIX)) throw new Error(`Unknown type of node: ${type}`)
    return model.NodeHelpers.getVersionedNodeType(this.getByName(type), version)
  },
  getKnownTypes: () => loader.known.nodes,
}

class NoCredentials extends model.ICredentialsHelper {
  getCredentialsProperties() {
    return []
  }
  getParentTypes() {
    return []
  }
  async authenticate(_credentials, _type, request) {
    return request
  }
  async getDecrypted() {
    return {}
  }
  async preAuthentication() {}
  async runPreAuthentication() {}
  isCredentialUsableByNode() {
    return true
  }
}

const NAMES =
  '$ $input $json $binary $data $node $items $item $prevNode $runIndex $mode $workflow $parameter $itemIndex $now $today $jmespath $env $vars $execution DateTime Interval Duration'
const plain = value => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Stands for the task runner that runs Code: it gets copies of items. */
async function runTask(
  additional,
  _type,
  settings,
  exec,
  inputs,
  node,
  workflow,
  data,
  run,
  item,
  name,
  given,
  ...rest
) {
  const input = structuredClone(given)
  const [siblings, mode, , executeData] = rest
  const keys = core.getAdditionalKeys(additional, mode, data)
  const namesFor = index => {
    const args = [workflow, data, run, index, name, input, siblings, mode, keys, executeData, -1]
    const proxy = new model.WorkflowDataProxy(...args).getDataProxy()
    return Object.fromEntries(
      NAMES.split(' ').flatMap(key => {
        try {
          return [[key, proxy[key]]]
        } catch {
          return []
        }
      }),
    )
  }
  const call = names => {
    const $getWorkflowStaticData = type => workflow.getStaticData(type, node)
    const log = { log() {}, warn() {}, error() {}, info() {}, debug() {} }
    const given = { ...names, $getWorkflowStaticData, helpers: exec.helpers, console: log, Buffer, URL, module: {} }
    return vm.runInContext(`(async function () {${settings.code}\n}).call(globalThis)`, vm.createContext(given))
  }
  const items = structuredClone(inputs.main[0])
  try {
    if (settings.nodeMode !== 'runOnceForEachItem') {
      try {
        return { ok: true, result: plain(await call({ ...namesFor(item), items, ...settings.additionalProperties })) }
      } catch (error) {
        if (!settings.continueOnFail) throw error
        return { ok: true, result: [{ json: { error: error.message } }] }
      }
    }
    const made = []
    for (const [at, each] of items.entries()) {
      try {
        const value = await call({ ...namesFor(at), item: each })
        if (value) made.push({ json: value.json ?? value, pairedItem: { item: at } })
      } catch (error) {
        if (!settings.continueOnFail) throw error
        made.push({ json: { error: error.message }, pairedItem: { item: at } })
      }
    }
    return { ok: true, result: plain(made) }
  } catch ({ message, name: kind, stack }) {
    return { ok: false, error: { message, name: kind, stack } }
  }
}

const HOST = 'http://service.test'
let answers = []
let requests = []

const server = http.createServer((request, response) => {
  const parts = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url, HOST)
    const fits = ({ path, query = {} }) =>
      path === pathname && Object.entries(query).every(([name, value]) => searchParams.get(name) === value)
    const { status, headers, text = '', base64 } = answers.find(fits) ?? { status: 599, headers: {} }
    const { method, url } = request
    requests.push({ method, url: HOST + url, headers: request.headers, body: Buffer.concat(parts).toString() })
    response.sendDate = false
    for (const name of ['connection', 'content-length', 'transfer-encoding']) response.removeHeader(name)
    response.writeHead(status, headers)
    response.end(base64 === undefined ? text : Buffer.from(base64, 'base64'))
  })
})

async function answer({ workflow: given, start, items, mocks, http: answered = [] }) {
  answers = answered
  requests = []
  const { nodes, connections, settings = {} } = given
  const workflow = new model.Workflow({
    id: 'tested',
    name: 'w',
    nodes,
    connections,
    nodeTypes,
    settings,
    active: false,
  })
  const hooks = new core.ExecutionLifecycleHooks('manual', '1', { ...given, id: 'tested' })
  const order = []
  hooks.addHandler('nodeExecuteAfter', name => {
    order.push(name)
  })
  const url = 'http://localhost'
  const additional = {
    executionId: '1',
    webhookWaitingBaseUrl: `${url}/webhook-waiting`,
    formWaitingBaseUrl: `${url}/form-waiting`,
    webhookBaseUrl: `${url}/webhook`,
    webhookTestBaseUrl: `${url}/webhook-test`,
    restApiUrl: `${url}/rest`,
    instanceBaseUrl: `${url}/`,
    hooks,
    credentialsHelper: new NoCredentials(),
    variables: {},
    userId: 'u',
    setExecutionStatus() {},
    sendDataToUI() {},
    logAiEvent() {},
    getRunnerStatus: () => ({ available: false }),
    startRunnerTask: runTask,
  }
  const entry = { node: workflow.getNode(start), data: { main: [items] }, source: null }
  const data = model.createRunExecutionData({
    resultData: { runData: {}, pinData: { [start]: items, ...mocks } },
    executionData: {
      contextData: {},
      nodeExecutionStack: [entry],
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  })
  const { status, data: ended } = await new core.WorkflowExecute(additional, 'manual', data).processRunExecutionData(
    workflow,
  )
  const { runData, error } = ended.resultData
  // requests of items before one that fails are still under way
  if (error) await new Promise(resolve => setTimeout(resolve, 30))
  return {
    // one that breaks off between two nodes still says that it runs
    status: status === 'running' && error ? 'error' : status,
    order,
    requests,
    runData: JSON.parse(
      JSON.stringify(runData, (_, value) => (value instanceof Error ? { message: value.message, ...value } : value)),
    ),
  }
}

process.on('unhandledRejection', () => {})
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = () => true
const listening = new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve()))
Promise.all([loader.loadAll(), listening]).then(() => {
  const base = `http://127.0.0.1:${server.address().port}`
  write('ready\n')
  createInterface({ input: process.stdin }).on('line', async line => {
    const { id, ...question } = JSON.parse(line.replaceAll(HOST, base))
    try {
      write(`${JSON.stringify({ id, answer: await answer(question) }).replaceAll(base, HOST)}\n`)
    } catch (error) {
      write(`${JSON.stringify({ id, error: String(error?.message ?? error) })}\n`)
    }
  })
})
