/** A plugin of Bun's bundler: the module that bundles the page in a checkout becomes what it bundles. */
export const pageAsBuilt: import('bun').BunPlugin
