/** What a store does to files. */
export type Operation =
  | 'open'
  | 'read'
  | 'list'
  | 'write'
  | 'truncate'
  | 'sync'
  | 'rename'
  | 'link'
  | 'remove'
  | 'close'

export const systemError = (code: string) => Object.assign(new Error(`${code}: simulated`), { code })
