// The HTML around a page's content: navigation, styles, footer, and filler up to a realistic size.
import type { Filler } from './filler.ts'
import type { SandboxProduct } from './product.ts'

export interface ShellInput {
  readonly site: string
  /** Absolute URL of the shop. */
  readonly base: string
  readonly title: string
  readonly lang?: string
  /** Inserted into `<head>` unchanged: JSON-LD, meta elements, canonical links. */
  readonly head?: string
  readonly body: string
  /** Inserted after the body: state in script elements. */
  readonly scripts?: string
  readonly nav?: readonly { readonly href: string; readonly text: string }[]
  /** The shop's search form; none if omitted. */
  readonly search?: { readonly action: string; readonly name: string; readonly value?: string }
  /** The page is padded to this size, unless it is omitted or already exceeded. */
  readonly weightBytes?: number
}

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fafafa}
header.shop,footer.shop{background:#fff;border-bottom:1px solid #e3e3e3;padding:12px 24px}
header.shop nav a{margin-right:16px}a{color:#1b4f72}main.shop{max-width:1100px;margin:24px auto;padding:0 24px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:16px;list-style:none;padding:0}
.card{background:#fff;border:1px solid #e3e3e3;border-radius:8px;padding:12px}.card img,.gallery img{width:100%;height:auto}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:12px}
.pager a{margin-right:12px}table{border-collapse:collapse}td,th{padding:4px 12px;text-align:left;border-bottom:1px solid #eee}
.skeleton{height:220px;background:#eee;margin:12px 0}.filler{display:none}`

export function pageShell(input: ShellInput, filler: Filler): string {
  const bare = assemble(input, '', '')
  const missing = (input.weightBytes ?? 0) - Buffer.byteLength(bare)
  if (missing <= 0) return bare
  const tag = `${input.site} ${input.title}`
  const head = filler(`${tag} head`, Math.floor(missing * 0.4), 'head')
  const foot = filler(`${tag} foot`, missing - head.length, 'foot')
  return assemble(input, head, foot)
}

function assemble(input: ShellInput, headFiller: string, footFiller: string): string {
  const { site, base, title, search } = input
  const nav = [{ href: `${base}/`, text: 'Home' }, ...(input.nav ?? [])]
  const links = nav.map(one => `<a href="${escapeHtml(one.href)}">${escapeHtml(one.text)}</a>`).join('')
  const form = search
    ? `<form action="${escapeHtml(search.action)}"><input type="search" name="${escapeHtml(search.name)}" value="${escapeHtml(search.value ?? '')}" placeholder="Search"><button>Search</button></form>`
    : ''
  return `<!doctype html>
<html lang="${escapeHtml(input.lang ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
${input.head ?? ''}
${headFiller}
</head>
<body>
<header class="shop"><strong>${escapeHtml(site)}</strong> <nav>${links}</nav>${form}</header>
<main class="shop">
${input.body}
</main>
<footer class="shop"><p>${escapeHtml(site)}: a shop of the sandbox. Everything here is invented.</p></footer>
${input.scripts ?? ''}
${footFiller}
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** JSON that is safe inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Cards for human readers; shops whose cards are read by an adapter render their own. */
export function productGrid(
  products: readonly SandboxProduct[],
  origin: string,
  href: (product: SandboxProduct) => string,
  price: (product: SandboxProduct) => string,
): string {
  const cards = products.map(
    one =>
      `<li class="card"><a href="${escapeHtml(href(one))}"><img src="${origin}${one.pictures[0] ?? ''}" alt="${escapeHtml(one.name)}" loading="lazy" width="320" height="320"><br>${escapeHtml(one.name)}</a><br>${escapeHtml(price(one))}</li>`,
  )
  return `<ul class="grid">${cards.join('')}</ul>`
}

/** Links to the previous and next page; pages start at 1. */
export function pager(page: number, pageCount: number, href: (page: number) => string): string {
  const around = [page - 1, page + 1].filter(one => one >= 1 && one <= pageCount)
  const links = around.map(
    one => `<a href="${escapeHtml(href(one))}">${one < page ? 'Previous' : 'Next'} page</a>`,
  )
  return `<p class="pager">${links.join('')} Page ${page} of ${pageCount}</p>`
}
