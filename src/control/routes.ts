import { badRequest } from '../errors.ts'
import { answer } from '../http/answer.ts'
import { type ExecutionInput, ExecutionInputShape } from './add-execution.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { type ClockSetting, ClockSettingShape } from './clock-setting.ts'
import type { Control } from './control.ts'
import { EXPORTED_PARTS, type ExportedPart } from './exported-state.ts'
import type { FaultSetting } from './faults/fault-rule.ts'
import { requestRoutes } from './requests/routes.ts'
import type { ControlOperation } from './serve-control.ts'

const MAX_SEED_BYTES = 256 * 1024 * 1024

/** The control API, beside the API: what a test or a demo does to the instance. */
export function controlRoutes(control: Control): ControlOperation[] {
  const { snapshots, faults } = control
  const faultsAnswer = () => answer({ rules: faults.rules, seed: faults.seed })

  return [
    {
      method: 'POST',
      path: '/seed',
      body: { limit: MAX_SEED_BYTES },
      run: async ({ body }) => answer(await control.seed(body, 'request/body')),
    },
    {
      method: 'GET',
      path: '/state',
      query: ['only'],
      run: ({ query }) => answer(control.state(partsOf(query.get('only')))),
    },
    {
      method: 'POST',
      path: '/reset',
      run: async () => {
        await control.reset()
        return answer({ status: 'reset' })
      },
    },
    { method: 'GET', path: '/snapshots', run: () => answer({ snapshots: snapshots.list() }) },
    { method: 'PUT', path: '/snapshots/:name', run: ({ params: [name = ''] }) => answer(snapshots.take(name), 201) },
    { method: 'GET', path: '/snapshots/:name', run: ({ params: [name = ''] }) => answer(snapshots.read(name)) },
    { method: 'DELETE', path: '/snapshots/:name', run: ({ params: [name = ''] }) => answer(snapshots.remove(name)) },
    {
      method: 'POST',
      path: '/snapshots/:name/restore',
      run: async ({ params: [name = ''] }) => answer(await snapshots.restore(name)),
    },
    {
      method: 'POST',
      path: '/executions',
      body: { schema: ExecutionInputShape },
      run: async ({ body }) => answer(await control.addExecution(body as ExecutionInput), 201),
    },
    ...apiKeyRoutes(control.apiKeys),
    ...requestRoutes(control),
    { method: 'GET', path: '/faults', run: faultsAnswer },
    {
      method: 'PUT',
      path: '/faults',
      body: {},
      run: ({ body }) => {
        faults.set(body as FaultSetting, 'request/body')
        return faultsAnswer()
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      run: () => {
        faults.clear()
        return faultsAnswer()
      },
    },
    { method: 'GET', path: '/clock', run: () => answer(control.clock()) },
    {
      method: 'PUT',
      path: '/clock',
      body: { schema: ClockSettingShape },
      run: ({ body }) => answer(control.setClock(body as ClockSetting)),
    },
  ]
}

function partsOf(only: string | null): ExportedPart[] | undefined {
  if (only === null) return undefined
  return only.split(',').map(name => {
    const part = EXPORTED_PARTS.find(part => part === name.trim())
    if (part) return part
    throw badRequest(`Query parameter 'only' names no part with '${name}'; there are: ${EXPORTED_PARTS.join(', ')}`)
  })
}
