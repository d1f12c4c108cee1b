import { createHash } from 'node:crypto'
import { ScalarRender } from '@elysiajs/swagger/scalar'

/** The colours of the web page, so that the two look alike. No single quotes: it also stands in an attribute. */
const STYLE = `
body { margin: 0 }
.light-mode { --scalar-color-accent: #4b3fd6; --scalar-button-1: #4b3fd6; --scalar-button-1-hover: #3d32b8 }
.dark-mode { --scalar-color-accent: #a49bff; --scalar-background-1: #12131a; --scalar-background-2: #1a1c26;
  --scalar-background-3: #262936; --scalar-border-color: #2c2f3d }
:root { --scalar-custom-header-height: 44px; --scalar-font: Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", Menlo, Consolas, monospace }
`

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%229%22 fill=%22%234b3fd6%22/%3E%3Ccircle cx=%2220%22 cy=%2212.5%22 r=%225.5%22 fill=%22none%22 stroke=%22%23fff%22 stroke-opacity=%22.7%22 stroke-width=%222%22/%3E%3Ccircle cx=%2212.5%22 cy=%2219%22 r=%226.5%22 fill=%22%23fff%22/%3E%3C/svg%3E'

/** How the frame looks, which is there before Scalar is. */
const FRAME_STYLE = `
:root { color-scheme: light dark }
.frame, .overview { font: 15px/1.5 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: light-dark(#181921, #eceef6); background: light-dark(#fff, #12131a) }
.frame { position: sticky; z-index: 100; top: 0; box-sizing: border-box; height: 44px; padding: 10px 20px; overflow: hidden;
  white-space: nowrap; text-overflow: ellipsis; border-bottom: 1px solid light-dark(#e3e3eb, #2c2f3d) }
.frame a { margin-right: 16px; color: light-dark(#4338c2, #b3abff) }
.overview { max-width: 860px; min-height: 100vh; margin: 0 auto; padding: 32px 20px }
.overview li { overflow-wrap: anywhere }
.overview code { margin-right: 10px }
`

type Info = Parameters<typeof ScalarRender>[0]
type Configuration = Parameters<typeof ScalarRender>[2]

/** A document that the page shows. */
export interface ShownDocument {
  title: string
  url: string
}

/** What the page shows before Scalar is loaded: parts of an OpenAPI document. */
export interface Overview {
  info: Info
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * The page to read and try documents on, with its Content-Security-Policy. Scalar is 4.3 MB of script: until it is loaded
 * the page shows an overview.
 *
 * @param startScript the address of `start.js`, which loads Scalar
 * @param back the address of the web page, where there is one
 */
export function renderPage(
  overview: Overview,
  documents: readonly ShownDocument[],
  { startScript, back }: { startScript: string; back: string | undefined },
) {
  const page = ScalarRender(overview.info, '', configurationOf(documents) as Configuration, startScript)
  const html = page
    .replace('<html>', '<html lang="en">')
    .replace('</head>', () => `<link rel="icon" href="${ICON}" /></head>`)
    .replace('<body>', () => `<body>\n${frameOf(overview, back)}`)
  return { html, policy: policyOf(html) }
}

function frameOf({ info, tags, paths }: Overview, back: string | undefined) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { tags?: string[]; summary?: string }>).map(([method, operation]) => ({
      tag: operation.tags?.[0],
      text: `<li><code>${method.toUpperCase()} ${escaped(path)}</code>${escaped(operation.summary ?? '')}</li>`,
    })),
  )
  const sections = tags.map(({ name }) => {
    const items = operations.filter(({ tag }) => tag === name).map(({ text }) => text)
    return `<h2>${escaped(name)}</h2><ul>${items.join('')}</ul>`
  })
  return `<style>${FRAME_STYLE}</style>
<header class="frame">${back === undefined ? '' : `<a href="${back}">← Back to the page</a>`}${escaped(info.title)}</header>
<main id="overview" class="overview"><h1>${escaped(info.title)}</h1><p>${escaped(info.description ?? '')}</p>
<p role="status">Loading the documentation…</p>${sections.join('')}</main>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Nothing is requested from another host: no fonts, no proxy, no assistant, no telemetry. */
const configurationOf = (documents: readonly ShownDocument[]) => ({
  // the address that the plugin writes into the page; start.js removes it, as it is only the first of the sources
  spec: { url: documents[0]?.url },
  sources: documents.map(({ title, url }) => ({ title, slug: title.toLowerCase().replaceAll(' ', '-'), url })),
  customCss: STYLE,
  favicon: ICON,
  theme: 'default',
  withDefaultFonts: false,
  // Scalar would store the key unencrypted, readable for whatever is served on this origin later
  persistAuth: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'ApiKeyAuth' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})

/** Allows scripts of this origin and the inline ones of the page. Scalar adds styles while it runs. */
function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
