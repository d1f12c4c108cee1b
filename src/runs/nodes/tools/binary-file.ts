import { isRecord } from '../../../core/base/is-record.ts'
import type { NodeItem } from '../../../core/model/run-data.ts'
import { type FileDescription, type NodeContext, NodeFailure } from './node-context.ts'

/** The file that an item carries under a name. @throws NodeFailure where there is none */
export function fileOf(item: NodeItem | undefined, name: string, itemIndex: number): FileDescription {
  const file = item?.binary?.[name]
  if (isRecord(file)) return file
  const context = { itemIndex }
  if (item?.binary) {
    throw new NodeFailure(`The item has no binary field '${name}' [item ${itemIndex}]`, {
      description:
        'Check that the parameter where you specified the input binary field name is correct, and that it matches a field in the binary input',
      context,
    })
  }
  throw new NodeFailure(
    `This operation expects the node's input data to contain a binary file '${name}', but none was found [item ${itemIndex}]`,
    { description: 'Make sure that the previous node outputs a binary file', context },
  )
}

/** Its bytes. @throws NodeFailure where there is no file, or its bytes are gone */
export const bytesOf = (context: NodeContext, itemIndex: number, name: string): Promise<Uint8Array> =>
  storedBytes(context, itemIndex, name, fileOf(context.items[itemIndex], name, itemIndex))

/** The bytes of a file that an item carries: stored by the instance, or in base64 in the item, as Code makes them. */
export async function storedBytes(
  context: NodeContext,
  itemIndex: number,
  name: string,
  file: FileDescription,
): Promise<Uint8Array> {
  const isInItem = file.id === undefined && typeof file.data === 'string'
  const bytes = isInItem
    ? new Uint8Array(Buffer.from(String(file.data), 'base64'))
    : await context.instance.bytesOf(file)
  if (!bytes) throw new NodeFailure(`The file '${name}' is not stored any more`, { context: { itemIndex } })
  return bytes
}
