import type { Location } from '../../model/audit.ts'
import { fieldOf, isExpression, locateNode, type Report, type SectionText, sectionOf, standardTypes } from './report.ts'

const WITH_PARAMETERS = ['postgres', 'crateDb', 'questDb', 'timescaleDb']
const SQL = standardTypes(...WITH_PARAMETERS, 'mySql', 'microsoftSql', 'snowflake')
const SQL_WITH_PARAMETERS = standardTypes(...WITH_PARAMETERS)

/** Nodes that execute an SQL query: queries and query parameters that are expressions, and unused query parameters. */
export function reportDatabase(): Report {
  const queries: Location[] = []
  const parameters: Location[] = []
  const unused: Location[] = []
  return {
    look(workflow, nodes) {
      for (const node of nodes) {
        if (!SQL.has(node.type) || fieldOf(node.parameters, 'operation') !== 'executeQuery') continue
        if (isExpression(fieldOf(node.parameters, 'query'))) queries.push(locateNode(workflow, node))
        if (!SQL_WITH_PARAMETERS.has(node.type)) continue
        const queryParams = fieldOf(fieldOf(node.parameters, 'additionalFields'), 'queryParams')
        if (queryParams === undefined) unused.push(locateNode(workflow, node))
        if (isExpression(queryParams)) parameters.push(locateNode(workflow, node))
      }
    },
    sections: () => [
      ...sectionOf(EXPRESSION_IN_QUERY, queries),
      ...sectionOf(EXPRESSION_IN_PARAMETERS, parameters),
      ...sectionOf(UNUSED_PARAMETERS, unused),
    ],
  }
}

const EXPRESSION_IN_QUERY: SectionText = {
  title: 'Expressions in "Execute Query" fields in SQL nodes',
  description:
    'The query of these nodes is an expression. Text from outside that gets into it can change what the query does.',
  recommendation: 'Write the query as fixed text and hand values over as query parameters where the node has them.',
}
const EXPRESSION_IN_PARAMETERS: SectionText = {
  title: 'Expressions in "Query Parameters" fields in SQL nodes',
  description:
    'The query parameters of these nodes are an expression. Values from outside reach the database without a check.',
  recommendation: 'Check the values in a node before these, so that only expected ones get through.',
}
const UNUSED_PARAMETERS: SectionText = {
  title: 'Unused "Query Parameters" fields in SQL nodes',
  description: 'These nodes execute a query and leave the query parameters unused, which keep values out of the SQL.',
  recommendation: 'Hand every value that is not fixed over as a query parameter.',
}
