// What the page gets from packages is served beside it.
declare module '*/vendor/htm.js' {
  export { default } from 'htm'
}

declare module '*/vendor/preact.js' {
  export * from 'preact'
}

declare module '*/vendor/hooks.js' {
  export * from 'preact/hooks'
}
