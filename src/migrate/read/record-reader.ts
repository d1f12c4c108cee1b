import { giveWay } from '../../base/run-in-slices.ts'
import type { Fields } from '../fields.ts'

/** Records in their order; each is read when it is asked for. */
export interface RecordReader {
  ids: readonly string[]
  read(id: string): Promise<Fields | undefined>
}

/** The records one by one, without those that are gone. */
export async function* eachRecord({ ids, read }: RecordReader): AsyncGenerator<Fields> {
  for (const id of ids) {
    await giveWay()
    const record = await read(id)
    if (record) yield record
  }
}
