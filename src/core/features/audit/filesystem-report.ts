import type { Location } from '../../model/audit.ts'
import { locateNode, type Report, type SectionText, sectionOf, standardTypes } from './report.ts'

const FILE_NODES = standardTypes('readPdf', 'readBinaryFile', 'readBinaryFiles', 'spreadsheetFile', 'writeBinaryFile')

/** Nodes that read or write files of the host. */
export function reportFilesystem(): Report {
  const found: Location[] = []
  return {
    look(workflow, nodes) {
      for (const node of nodes) if (FILE_NODES.has(node.type)) found.push(locateNode(workflow, node))
    },
    sections: () => sectionOf(FILE_ACCESS, found),
  }
}

const FILE_ACCESS: SectionText = {
  title: 'Nodes that interact with the filesystem',
  description: 'These nodes read or write files of the machine on which the instance runs.',
  recommendation: 'Remove the nodes that are not needed, and limit the folders that the instance may reach.',
}
