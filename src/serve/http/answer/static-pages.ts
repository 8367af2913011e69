// Static pages that need no build: the table of problems, an unknown URL, and a notice if web/ is not built.
import { type FaultCode, faultTable } from '#kit/fault'
import { type Html, html, prose } from './html-template.ts'

/** The colours and the header of web/src/style.css, for pages that cannot link to its hashed file. */
const STYLE = `
:root { color-scheme: light dark; --background: light-dark(#f7f7f4, #141513); --card: light-dark(#ffffff, #1c1e1b); --soft: light-dark(#f0f1ec, #262824); --ink: light-dark(#1b1d1a, #ebece6); --muted: light-dark(#5a5e55, #a7aba0); --line: light-dark(#e0e2da, #33362f); --accent: light-dark(#0b6b57, #6fd0b8) }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
body { margin: 0; background: var(--background); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 1.25rem; padding: 0.6rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line) }
header .brand { display: flex; align-items: center; gap: 0.55rem; color: var(--ink); font-weight: 650; font-size: 1.1rem; text-decoration: none }
nav { display: flex; flex-wrap: wrap; gap: 0.15rem } nav a { padding: 0.3rem 0.7rem; color: var(--muted); text-decoration: none; border-radius: 6px } nav a:hover { background: var(--soft); color: var(--ink) }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.5rem 4rem }
h1 { font-size: 1.6rem; letter-spacing: -0.015em } a { color: var(--accent); text-underline-offset: 0.2em }
code, pre { font: 0.875em/1.5 ui-monospace, monospace } code { overflow-wrap: anywhere }
pre { background: var(--soft); padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 8px }
table { border-collapse: collapse; width: 100%; font-size: 0.925rem } th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.9rem 0.4rem 0; border-bottom: 1px solid var(--line) } td code { overflow-wrap: normal }
.scroll { overflow-x: auto }`

const NAVIGATION = html`<nav aria-label="Pages"><a href="/">Explorer</a><a href="/watches">Watches</a><a href="/status">Status</a><a href="/usage">Usage</a><a href="/settings">Settings</a><a href="/docs">Docs</a></nav>`

/** Only the inline style is allowed, and the script that applies the chosen theme. */
export const STATIC_PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export function problemsPage(): string {
  const rows = (Object.keys(faultTable) as FaultCode[]).map(code => {
    const kind = faultTable[code]
    return html`<tr><td>${kind.status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${kind.whose}</td><td>${kind.retryable ? 'yes' : 'no'}</td><td>${prose(kind.when)}</td></tr>`
  })
  return renderDocument(
    'Wares: problems',
    html`<h1>Problems</h1>
    <p>Every failure is one of these, as <code>application/problem+json</code> (RFC 9457).</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Problems"><table><thead><tr><th>Status</th><th>Code</th><th>Cause</th><th>Retry</th><th>When</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  )
}

export function problemPage(code: FaultCode): string {
  const kind = faultTable[code]
  return renderDocument(
    `Wares: ${kind.title}`,
    html`<h1>${kind.title}</h1>
    <p><code>${code}</code>, status ${kind.status}; ${kind.retryable ? 'the same request may succeed later' : 'the same request will fail again'}.</p>
    <p>${prose(kind.when)}</p><p><strong>What to do:</strong> ${prose(kind.next)}</p><p><a href="/problems">All problems</a></p>`,
  )
}

/** For a browser at an unknown URL; `detail` is the detail of the problem document. */
export function unknownAddressPage(path: string, detail: string): string {
  const [, near] = /the nearest is (\/[\w./-]+)$/.exec(detail) ?? []
  const hint =
    near === undefined ? html`` : html`<p>Did you mean <a href="${near}"><code>${near}</code></a>?</p>`
  return renderDocument(
    'Wares: page not found',
    html`<h1>Page not found</h1>
    <p>There is nothing at <code>${path}</code>. Addresses are exact: case and trailing slash count.</p>${hint}
    <p>Go to the <a href="/">home page</a>, or look the operation up in the <a href="/docs">reference</a>. A program that
    asks without <code>Accept: text/html</code> gets the same as a <a href="/problems/unknown_path">problem document</a>.</p>`,
  )
}

/** Replaces the pages of web/ if they are not built. */
export function unbuiltPage(): string {
  return renderDocument(
    'Wares: not built',
    html`<h1>The pages have not been built</h1>
    <p>The API works; only the pages for people are missing. Build them and start again:</p>
    <pre>npm run build:web</pre><p>Meanwhile there is the <a href="/llms-full.txt">reference as plain text</a>, the
    <a href="/openapi.json">OpenAPI document</a> and the <a href="/problems">table of errors</a>.</p>`,
    { navigation: html``, script: html`` },
  )
}

/** A file of the build, like the pages that the navigation leads to. */
const THEME = html`<script src="/theme.js"></script>`

function renderDocument(
  title: string,
  body: Html,
  { navigation, script } = { navigation: NAVIGATION, script: THEME },
): string {
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="description" content="${title}. Product data from shop pages as typed JSON."><link rel="icon" href="/favicon.svg" type="image/svg+xml">${script}<title>${title}</title><style>${{ html: STYLE }}</style></head><body><header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="26" height="26">Wares</a>${navigation}</header><main>${body}</main></body></html>`
      .html
  }`
}
