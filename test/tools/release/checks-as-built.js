// The module of checks that were compiled before, which is empty in a checkout: as a plugin of Bun's bundler, and its parts.
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { FIXTURE_COLLECTIONS } from '../../../src/core/model/fixture.ts'
import { standardOf } from '../../../src/core/model/schema.ts'

const CHECKS_FILE = /model[\\/]built-checks\.ts$/

export const checksAsBuilt = {
  name: 'checks-as-built',
  setup({ onLoad }) {
    onLoad({ filter: CHECKS_FILE }, () => ({ contents: builtChecks(), loader: 'js' }))
  },
}

export const isChecks = path => CHECKS_FILE.test(path)

/** The module. */
export function builtChecks() {
  const checks = Object.entries(FIXTURE_COLLECTIONS).map(([collection, schema]) => {
    const code = TypeCompiler.Code(standardOf(schema), { language: 'javascript' })
    // what TypeBox knows nothing of would be asked for by a number that is known to this process alone
    if (/\bkind\(/.test(code))
      throw new Error(`The check of ${collection} needs a kind of schema that standardOf leaves`)
    return `${JSON.stringify(collection)}: (() => {${code}})(),`
  })
  return `import { FormatRegistry } from '@sinclair/typebox'
    const format = (name, text) => FormatRegistry.Get(name)(text)
    export const builtChecks = {${checks.join('\n')}}`
}
