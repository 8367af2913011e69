// The reference at /docs and the pages under /problems: made from the definitions, readable without any other host.
import type { RegistryEntry, Registry } from '../engine/registry.ts'
import { type FaultCode, faultTable } from '../kit/fault.ts'
import { STATED_BY_ABSENCE, type PlainSchema, withoutNull } from '../kit/schema.ts'
import { type Html, html, prose } from './html-template.ts'
import { type Addresses, addressFor } from './finder-address.ts'
import { paramSchema } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#ffffff, #141513); --ink: light-dark(#1b1d1a, #ebece6); --line: light-dark(#d8d8d4, #3a3a38); --soft: light-dark(#f5f5f2, #222221); --mark: light-dark(#0b6b57, #6fd0b8) }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem }
a { color: var(--mark) } code, pre { font: 0.875rem/1.45 ui-monospace, monospace }
pre { background: var(--soft); padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 6px }
table { border-collapse: collapse; width: 100%; font-size: 0.925rem } th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line) }
.path { font-weight: 600 } .scroll { overflow-x: auto } nav a { margin-right: 1rem }`

const NAVIGATION = html`<nav aria-label="Pages"><a href="/">Explorer</a> <a href="/errors">Errors</a> <a href="/status">Status</a> <a href="/usage">Usage</a> <a href="/docs">Reference</a></nav>`

export function docsPage(registry: Registry, addresses: Addresses): string {
  return renderDocument(
    'Wares: reference',
    html`
    <h1>Wares: reference</h1>
    <p>Every operation is a GET with the header <code>x-api-key</code>. Parameters travel in the query string, in a JSON
    body on GET, or in a JSON body on QUERY. The machine-readable form is <a href="/openapi.json">/openapi.json</a>;
    errors are <a href="/problems">one closed table</a>.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Operations"><table><thead><tr><th>#</th><th>Operation</th><th>What it answers</th></tr></thead><tbody>${registry.entries.map(
      ({ operation }) =>
        html`<tr><td>${operation.number}</td><td><a href="#${operation.id}"><code>${operation.id}</code></a></td><td>${operation.summary}</td></tr>`,
    )}</tbody></table></div>
    ${registry.entries.map(entry => operationSection(entry, addressFor(entry, addresses)))}`,
  )
}

function operationSection(entry: RegistryEntry, address: string): Html {
  const { operation, path } = entry
  return html`<section id="${operation.id}"><h2>${operation.number}. ${operation.id}</h2>
    <p>${operation.summary}</p><p class="path"><code>GET ${path}</code></p>
    ${parameterTable(entry)}
    <pre>${curlLine(entry, address)}</pre>
    <p>Fresh for ${operation.freshForS} s. Core fields (a fault if lost): <code>${operation.core.join('  ') || 'none'}</code></p>
    <details><summary>Fields of the answer</summary><div class="scroll" tabindex="0" role="region" aria-label="Fields of the answer"><table><tbody>${fieldRows(operation.result, '')}</tbody></table></div></details>
  </section>`
}

function parameterTable({ operation }: RegistryEntry): Html {
  const rows = Object.entries(operation.params).map(([name, param]) => {
    const schema = paramSchema(param)
    const kind = schema.enum ? (schema.enum as string[]).join(' | ') : String(schema.type)
    const lookedUp = !operation.lookupOptional && operation.lookup?.includes(name)
    const must = param.required ? 'required' : lookedUp ? 'one of these' : 'optional'
    const initial = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`
    const aliases = param.aliases?.length ? html` Also: <code>${param.aliases.join(', ')}</code>` : html``
    return html`<tr><td><code>${name}</code></td><td>${kind}</td><td>${must}${initial}</td><td>${prose(param.description)}${aliases}</td></tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table><thead><tr><th>Parameter</th><th>Type</th><th></th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** The call of the example, as it can be pasted into a shell. */
export function curlLine(
  { operation, path, example }: RegistryEntry,
  address: string,
  key = '$WARES_KEY',
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(example)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const search = query.size > 0 ? `?${query}` : ''
  const header = operation.open ? '' : ` -H "x-api-key: ${key}"`
  return `curl${header} "${address}${path}${search}"`
}

function fieldRows(schema: PlainSchema, pointer: string): Html[] {
  const { schema: inner, nullable } = withoutNull(schema)
  if (inner.type === 'array' && inner.items) return fieldRows(inner.items, `${pointer}/*`)
  if (!inner.properties) return [fieldRow(pointer, inner.type ?? 'any', nullable, schema)]
  return Object.entries(inner.properties).flatMap(([name, property]) => {
    const here = `${pointer}/${name}`
    const bare = withoutNull(property).schema
    const deeper = bare.properties || (bare.type === 'array' && bare.items?.properties)
    if (deeper) return fieldRows(property, here)
    const kind = bare.type === 'array' ? `array<${bare.items?.type ?? 'any'}>` : (bare.type ?? 'any')
    return [fieldRow(here, kind, withoutNull(property).nullable, property)]
  })
}

function fieldRow(pointer: string, kind: string, nullable: boolean, schema: PlainSchema): Html {
  const notes = [
    schema.description,
    schema[STATED_BY_ABSENCE] ? 'left out when the upstream states none' : '',
  ]
  return html`<tr><td><code>${pointer || '/'}</code></td><td>${kind}${nullable ? ' | null' : ''}</td><td>${notes.filter(Boolean).join('; ')}</td></tr>`
}

export function problemsPage(): string {
  const rows = (Object.keys(faultTable) as FaultCode[]).map(code => {
    const kind = faultTable[code]
    return html`<tr><td>${kind.status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${kind.whose}</td><td>${kind.retryable ? 'yes' : 'no'}</td><td>${prose(kind.when)}</td></tr>`
  })
  return renderDocument(
    'Wares: problems',
    html`<h1>Problems</h1>
    <p>Every failure is one of these, as <code>application/problem+json</code> (RFC 9457).</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Problems"><table><thead><tr><th>Status</th><th>Code</th><th>Whose</th><th>Retry</th><th>When</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  )
}

export function problemPage(code: FaultCode): string {
  const kind = faultTable[code]
  return renderDocument(
    `Wares: ${kind.title}`,
    html`<h1>${kind.title}</h1>
    <p><code>${code}</code>, status ${kind.status}; ${kind.retryable ? 'may be tried again' : 'trying again will not help'}.</p>
    <p>${prose(kind.when)}</p><p><strong>What to do.</strong> ${prose(kind.next)}</p><p><a href="/problems">All problems</a></p>`,
  )
}

/** Stands where the explorer would be. */
export function unbuiltPage(): string {
  return renderDocument(
    'Wares: not built',
    html`<h1>The explorer has not been built</h1>
    <p>The API works; only the pages for people are missing. Build them and start again:</p>
    <pre>npm run build:web</pre><p>Meanwhile there is the <a href="/docs">reference</a>, and the
    <a href="/problems">table of errors</a>.</p>`,
    html``,
  )
}

function renderDocument(title: string, body: Html, ways = NAVIGATION): string {
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title}</title><style>${{ html: STYLE }}</style></head><body>${ways}<main>${body}</main></body></html>`
      .html
  }`
}
