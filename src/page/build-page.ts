import { createHash } from 'node:crypto'
import { HTML, SCRIPT, type Served, STYLESHEET } from '../core/http/served-text.ts'
import { loadClientFiles } from './client-files.ts'

const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }

export interface BuiltPage {
  index: Served
  /** The files that it asks for: name below `/page/` → file. A name has a part that changes with the content. */
  files: ReadonlyMap<string, Served>
}

/**
 * Puts the page together: one script, one style sheet, and the HTML that names them and carries `settings`.
 *
 * @param headers of the HTML
 */
export async function buildPage(settings: Record<string, string>, headers: Record<string, string>): Promise<BuiltPage> {
  const { index, icon, script, style: css } = await loadClientFiles()
  const main = fileOf('main', 'js', script, SCRIPT)
  const style = fileOf('style', 'css', css, STYLESHEET)
  const tags = Object.entries(settings).map(([name, value]) => `<meta name="understudy:${name}" content="${value}" />`)
  const text = index
    .replace('<!-- settings -->', tags.join('\n    '))
    .replace('/page/icon.svg', `data:image/svg+xml,${encodeURIComponent(icon.trim())}`)
    .replace('style.css', style.name)
    .replace('main.js', main.name)
  const files = new Map([main, style].map(({ name, served }) => [name, served]))
  return { index: { text, type: HTML, headers }, files }
}

function fileOf(name: string, ending: string, text: string, type: string) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { name: `${name}.${hash}.${ending}`, served: { text, type, headers: FOR_EVER } }
}
