import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { operationRefusals } from '../../operation-refusals.ts'
import type { V2Parts } from '../parts.ts'
import { exampleOf } from '../shapes/example.ts'
import { DEFAULT_OTEL_SETTINGS } from '../shapes/otel.ts'

const shared = { dialect: 'old', tag: 'Settings', scope: 'otel:manage' } as const

/** The settings of telemetry are stored; nothing is sent anywhere. */
export const otelOperations = ({ shapes }: V2Parts) => [
  operation({
    ...shared,
    id: 'getOtelSettings',
    method: 'GET',
    path: '/settings/otel',
    summary: 'Retrieve the settings of telemetry',
    responses: { 200: { description: 'The settings', schema: shapes.OtelSettings } },
    run: (_call, { store }) => reply({ ...DEFAULT_OTEL_SETTINGS, ...store.data.otelSettings }),
  }),
  operation({
    ...shared,
    id: 'updateOtelSettings',
    method: 'PUT',
    path: '/settings/otel',
    summary: 'Change the settings of telemetry; nothing is sent anywhere',
    body: { schema: shapes.OtelSettings, required: true, example: { ...DEFAULT_OTEL_SETTINGS, enabled: true } },
    responses: { 200: { description: 'The settings', schema: shapes.OtelSettings } },
    run: async ({ body }: Call<unknown, unknown, Record<string, unknown>>, { store }) => {
      const settings = await store.update(draft => {
        const changed = { ...DEFAULT_OTEL_SETTINGS, ...draft.otelSettings, ...body }
        draft.otelSettings = changed
        return changed
      })
      return reply(settings)
    },
  }),
  operation({
    ...shared,
    id: 'testOtelTrace',
    method: 'POST',
    path: '/settings/otel/test-trace',
    summary: 'Send a test trace; nothing is sent from here, so it always fails',
    body: { schema: shapes.OtelTarget, required: true, example: exampleOf(shapes.OtelTarget) },
    responses: {},
    run: () => {
      throw operationRefusals.traceNotPossible()
    },
  }),
]
