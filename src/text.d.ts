/** Files that are imported as text: `import('./x.js', { with: { type: 'text' } })`. */
declare module '*.js' {
  const text: string
  export default text
}

declare module '*.jsonl' {
  const text: string
  export default text
}
