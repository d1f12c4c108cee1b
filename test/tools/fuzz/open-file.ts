import { createInstance, type InstanceOptions } from '../../../src/instance/instance.ts'

/** The instance of a document file, without a socket, and without waiting for the disk. */
export const openFile = (file: string, more: Partial<InstanceOptions> = {}) =>
  createInstance({
    file,
    profile: 'contract',
    fixtures: [],
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    durability: 'process',
    encryptionKey: 'the key of the fuzz',
    report: () => {},
    ...more,
  })
