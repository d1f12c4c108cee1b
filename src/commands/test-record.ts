import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../core/base/is-record.ts'
import { connectService } from '../migrate/client/client.ts'
import type { RecordedExecution } from '../runs/tests/record-case.ts'
import { recordingFiles } from '../runs/tests/recording-files.ts'
import { UsageError } from './explain.ts'
import { readFlags, SERVICE_FLAGS, serviceOptions } from './target.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  'key-env': { type: 'string' },
  execution: { type: 'string' },
  out: { type: 'string' },
} as const

/**
 * `understudy test record URL --key-env NAME --execution ID [--out FOLDER]`: writes a workflow and a test file with one
 * case, made of an execution of a service or of a running instance.
 */
export async function testRecord(args: string[]) {
  const { positionals, values } = readFlags(args, FLAGS)
  const [url, ...more] = positionals
  const { execution: id, out: folder = '.' } = values
  if (url === undefined || more.length > 0) throw new UsageError('test record needs the address of a service')
  if (id === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new UsageError('test record needs --execution ID')
  const service = connectService(await serviceOptions(url, values, values['key-env']))
  const found = await service.get(`/executions/${id}`, { includeData: true })
  const execution = isRecord(found) ? (found as unknown as RecordedExecution) : { id }
  const { workflow, test } = recordingFiles(execution)
  await mkdir(folder, { recursive: true })
  const workflowFile = join(folder, workflow.name)
  const testFile = join(folder, test.name)
  await writeFile(workflowFile, workflow.text)
  await writeFile(testFile, test.text)
  console.log(`${workflowFile} and ${testFile} written. Run it: npx n8n-understudy test ${testFile}`)
}
