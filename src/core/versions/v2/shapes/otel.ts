import { Type } from '@sinclair/typebox'
import { Enumeration } from '../../../model/schema.ts'

const strict = { additionalProperties: false }
const target = {
  exporterProtocol: Type.Optional(Enumeration(['http/protobuf', 'grpc'])),
  exporterEndpoint: Type.String(),
  exporterTracingPath: Type.String(),
  exporterServiceName: Type.String({ minLength: 1 }),
  exporterHeaders: Type.String(),
  startupConnectivityTimeoutMs: Type.Integer({ minimum: 0 }),
}

/** The settings of telemetry. */
export const OtelSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    ...target,
    tracesSampleRate: Type.Number({ minimum: 0, maximum: 1 }),
    includeNodeSpans: Type.Boolean(),
    injectOutbound: Type.Boolean(),
    productionExecutionsOnly: Type.Boolean(),
  },
  strict,
)

/** Where a test trace is to be sent. */
export const OtelTarget = Type.Object(target, strict)

/** What an instance comes with. */
export const DEFAULT_OTEL_SETTINGS = {
  enabled: false,
  exporterProtocol: 'http/protobuf',
  exporterEndpoint: 'http://localhost:4318',
  exporterTracingPath: '/v1/traces',
  exporterServiceName: 'n8n',
  exporterHeaders: '',
  tracesSampleRate: 1,
  startupConnectivityTimeoutMs: 2000,
  includeNodeSpans: true,
  injectOutbound: true,
  productionExecutionsOnly: true,
}
