import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url))

// in a project of your own the package is installed, and none of this is needed
export default defineConfig({
  plugins: [
    {
      name: 'lines as text',
      load: id => (id.endsWith('.jsonl') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : undefined),
    },
  ],
  resolve: {
    alias: [
      { find: /^n8n-understudy\/testing\/(\w+)$/, replacement: source('testing/$1.ts') },
      { find: /^n8n-understudy\/testing$/, replacement: source('testing.ts') },
    ],
  },
})
