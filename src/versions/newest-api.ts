/** The types of the newest version, which has the most: what the page reads. */
export type { components } from '../api/n8n-2.41.ts'
