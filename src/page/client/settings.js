const read = name => document.querySelector(`meta[name="understudy:${name}"]`)?.getAttribute('content') ?? ''

/** What the instance says of itself in the page. */
export const apiKeyHeader = read('api-key-header')
export const hasControl = read('control') === 'true'
