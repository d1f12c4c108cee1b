import { definition as n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../../../src/core/versions/v2/v2.ts'

/** A version that never was: nothing that a clone may ask tells it from 2.41. */
export const version = createV2({
  name: 'n8n-2.43',
  after: n8n241,
  measured: { release: '2.43.0', day: '2026-11-22' },
  changes: [{ subject: 'an unknown record', sentence: 'has a text of its own', texts: { notFound: 'Nothing there' } }],
})
