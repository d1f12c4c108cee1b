import { createHash } from 'node:crypto'
import { ScalarRender } from '@elysiajs/swagger/scalar'

/** The colours of the web page, so that the two look alike. No single quotes: it also stands in an attribute. */
const STYLE = `
body { margin: 0 }
.light-mode { --scalar-color-accent: #4b3fd6; --scalar-button-1: #4b3fd6; --scalar-button-1-hover: #3d32b8 }
.dark-mode { --scalar-color-accent: #a49bff; --scalar-background-1: #12131a; --scalar-background-2: #1a1c26;
  --scalar-background-3: #262936; --scalar-border-color: #2c2f3d }
:root { --scalar-font: Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", Menlo, Consolas, monospace }
`

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%229%22 fill=%22%234b3fd6%22/%3E%3Ccircle cx=%2220%22 cy=%2212.5%22 r=%225.5%22 fill=%22none%22 stroke=%22%23fff%22 stroke-opacity=%22.7%22 stroke-width=%222%22/%3E%3Ccircle cx=%2212.5%22 cy=%2219%22 r=%226.5%22 fill=%22%23fff%22/%3E%3C/svg%3E'

type Info = Parameters<typeof ScalarRender>[0]
type Configuration = Parameters<typeof ScalarRender>[2]

/** A document that the page shows. */
export interface ShownDocument {
  title: string
  url: string
}

/**
 * The page to read and try documents on, with its Content-Security-Policy.
 *
 * @param startScript the address of `start.js`, which loads Scalar
 */
export function renderPage(info: Info, documents: readonly ShownDocument[], startScript: string) {
  const html = ScalarRender(info, '', configurationOf(documents) as Configuration, startScript)
  return { html, policy: policyOf(html) }
}

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
