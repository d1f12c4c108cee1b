import type { Secrets } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { InstanceAccess } from '../nodes/tools/node-context.ts'
import { type DataTableParts, dataTableAccess, triedDataTables } from './data-table-access.ts'
import { type CallFiles, withExecution } from './files.ts'
import { recordOf } from './item.ts'
import type { Trial } from './run-setup.ts'

/** The parts of an instance that runs read and change. */
export interface InstanceParts extends DataTableParts {
  secrets: Secrets
  files: CallFiles
}

/** What the nodes of one run may ask of the instance. */
export function runAccess(
  parts: InstanceParts,
  executionId: string,
  workflow: WorkflowRecord,
  tried: Pick<Trial, 'dataTables'> | undefined,
): InstanceAccess {
  const { store, secrets, files } = parts
  return {
    async addFile(file) {
      const { added } = withExecution({ added: files.add(file) }, workflow.id, executionId)
      return recordOf(added)
    },
    bytesOf: async file => files.bytesOf(file),
    dataTable: tried ? triedDataTables(parts, workflow, tried.dataTables) : dataTableAccess(parts, workflow),
    async credential(id) {
      const found = store.data.credentials.get(id)
      if (!found || found.isStandIn) return undefined
      return { type: found.type, data: recordOf(secrets.unseal(found.data)) }
    },
  }
}
