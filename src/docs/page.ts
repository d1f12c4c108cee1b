import { createHash } from 'node:crypto'

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
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%234b3fd6'/%3E%3Ccircle cx='20' cy='12.5' r='5.5' fill='none' stroke='%23fff' stroke-opacity='.7' stroke-width='2'/%3E%3Ccircle cx='12.5' cy='19' r='6.5' fill='%23fff'/%3E%3C/svg%3E"

/** What the page is configured with. It asks nobody else for anything: no fonts, no proxy, no assistant, no telemetry. */
export const pageConfiguration = (documents: readonly { title: string; url: string }[]) => ({
  // the plugin's own `spec.url` is deprecated
  spec: undefined,
  sources: documents.map(({ title, url }) => ({ title, slug: title.toLowerCase().replaceAll(' ', '-'), url })),
  customCss: STYLE,
  theme: 'default',
  withDefaultFonts: false,
  // Scalar would keep it in the clear, for whatever is served here later
  persistAuth: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'ApiKeyAuth' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})

/** The plugin's page with our own beginning: its language, its icon, and the script that fills in the key. */
export const finishedPage = (html: string, startScript: string) =>
  html
    .replace('<html>', '<html lang="en">')
    .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    <link rel="icon" href="${ICON}" />`)
    .replace('data-url="undefined"', '')
    .replace('<script src=', `<script src="${startScript}"></script>\n    <script src=`)

/** The page's Content-Security-Policy: our own scripts and those that stand in it. Scalar sets styles as it goes. */
export function policyOf(html: string): string {
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
