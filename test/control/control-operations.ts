import { createInstance } from '../../src/instance/instance.ts'

const instance = await createInstance({
  serviceName: 'n8n',
  apiKey: 'k',
  fixtures: [],
  allowHosts: [],
  control: true,
  page: false,
  report() {},
})

/** The operations of the control API. */
export const CONTROL_OPERATIONS = instance.control?.operations ?? []

await instance.stop()
