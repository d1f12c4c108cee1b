/** Files that are imported as text: `import('./x.js', { with: { type: 'text' } })`. */
declare module '*.js' {
  const text: string
  export default text
}
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.html' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
