/** A plugin of Bun's bundler: the module of checks that were compiled before has them. */
export const checksAsBuilt: import('bun').BunPlugin
/** That module. */
export function builtChecks(): string
