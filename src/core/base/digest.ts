import { hash } from 'node:crypto'

/** 27 characters that stand for a text, as the real service's ETags have them. */
export const digest = (text: string | Uint8Array) => hash('sha1', text, 'base64').slice(0, 27)
