import { type SchemaNames, type SchemaObject, schemaDefinition } from '../http/schema-object.ts'
import type { DocumentationFacts } from '../http/version.ts'

/** The schemas of a version that have a name of their own, in the order of their names. */
export function namedSchemas({ schemas, aliases }: DocumentationFacts): {
  names: SchemaNames
  components: Record<string, SchemaObject>
} {
  const defined = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const names: SchemaNames = new Map([...defined.map(([name, schema]) => [schema, name] as const), ...aliases])
  const components = defined.map(([name, schema]) => [name, schemaDefinition(schema, names)] as const)
  return { names, components: Object.fromEntries(components) }
}
