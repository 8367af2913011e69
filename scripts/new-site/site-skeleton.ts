// The files of a new site, by path. The skeleton works and passes all tests before the first change.
import { caseFileText } from '../../src/record/case/case-store.ts'
import type { Har } from '../../src/record/har/har.ts'
import { createCatalog } from '../../sandbox/catalog.ts'

export interface NewSite {
  readonly site: string
  readonly operation: string
  readonly number: number
}

export function skeletonFiles(newSite: NewSite): Record<string, string> {
  const { site, operation } = newSite
  return {
    [`adapters/sites/${site}/site.ts`]: siteFile(newSite),
    [`adapters/sites/${site}/${operation}.ts`]: operationFile(newSite),
    [`sandbox/sites/${site}/shop.ts`]: shopFile(newSite),
    ...caseFiles(newSite),
  }
}

function siteFile({ site, operation }: NewSite): string {
  return `// ${site}: describe here what kind of shop it is.
import { defineAdapter } from '#kit'
import { ${operation} } from './${operation}.ts'

export const ${site} = defineAdapter({
  name: '${site}',
  about: 'What kind of shop it is, for people',
  operations: [${operation}],
})
`
}

function operationFile({ site, operation, number }: NewSite): string {
  const slug = createCatalog(1).products('general')[0]?.slug ?? ''
  return `// ${site}.${operation}: one product from its page.
import { asLooseNumber, asId, asText, valueAt, defineOperation, must, param, t } from '#kit'

export const ${operation} = defineOperation({
  id: '${site}.${operation}',
  number: ${number},
  summary: 'One product by its URL or slug',
  params: {
    url: param.productUrl(),
    slug: param.identifier('Slug of the product: the last part of its URL'),
  },
  lookup: ['url', 'slug'],
  result: t.object({
    id: t.text("The shop's own id for the product"),
    name: t.text('Heading of the product page'),
    description: t.text('Plain text; may be empty'),
    price: t.object(
      {
        amount: t.number('In units of the currency'),
        currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      },
      'Current price',
    ),
  }),
  core: ['/id', '/name', '/price/amount'],
  freshForS: 300,
  example: { slug: '${slug}' },
  load: ({ url, slug }, get) => get(url === undefined ? \`/products/\${encodeURIComponent(slug)}\` : url),
  extract(page) {
    const product = must(page.jsonLdOf('Product'), 'JSON-LD Product')
    return {
      id: asId(product.productID),
      name: asText(product.name),
      description: asText(product.description),
      price: {
        amount: asLooseNumber(valueAt(product, 'offers', 'price')),
        currency: asText(valueAt(product, 'offers', 'priceCurrency')),
      },
    }
  },
})
`
}

function shopFile({ site }: NewSite): string {
  return `// The sandbox shop of ${site}: product pages with JSON-LD, and a home page that lists them.
import { formatPrice } from '../../currencies.ts'
import { escapeHtml, productGrid, scriptJson } from '../../page-shell.ts'
import { defineShop, htmlReply } from '../../define-shop.ts'

const SITE = '${site}'
const KIND = 'general'

export const shop = defineShop({
  site: SITE,
  about: 'what kind of shop it is, for people',
  home({ base, origin }, ctx) {
    const products = ctx.catalog.products(KIND)
    const body = productGrid(
      products,
      origin,
      one => \`\${base}/products/\${one.slug}\`,
      one => formatPrice(one.priceCents, 'USD'),
    )
    return htmlReply(ctx.page({ site: SITE, base, title: SITE, body, weightBytes: 300_000 }))
  },
  handle({ path, base, origin }, ctx) {
    const product = ctx.catalog.bySlug(KIND, path.replace('/products/', ''))
    if (!product) return undefined
    const { id, name, description, pictures, priceCents } = product
    const jsonLd = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      productID: String(id),
      name,
      description,
      offers: { '@type': 'Offer', price: (priceCents / 100).toFixed(2), priceCurrency: 'USD' },
    }
    return htmlReply(
      ctx.page({
        site: SITE,
        base,
        title: name,
        head: \`<script type="application/ld+json">\${scriptJson(jsonLd)}</script>\`,
        body: \`<h1>\${escapeHtml(name)}</h1><img src="\${origin}\${pictures[0]}" alt="" width="400"><p>\${escapeHtml(description)}</p>\`,
        weightBytes: 250_000,
      }),
    )
  },
})
`
}

function caseFiles({ site, operation }: NewSite): Record<string, string> {
  const id = `${site}.${operation}`
  const address = `https://${site}.example/products/first-thing`
  const params = { slug: 'first-thing' }
  const jsonLd = `{"@context":"https://schema.org","@type":"Product","productID":"1","name":"First thing","description":"A thing.","offers":{"@type":"Offer","price":"12.50","priceCurrency":"USD"}}`
  const page = (head: string): string => `<!doctype html><html><head>${head}</head><body></body></html>`
  const result = {
    id: '1',
    name: 'First thing',
    description: 'A thing.',
    price: { amount: 12.5, currency: 'USD' },
  }
  const exchanges: Readonly<Record<string, readonly [number, string, object]>> = {
    happy: [200, page(`<script type="application/ld+json">${jsonLd}</script>`), { result, absent: [] }],
    gone: [404, page('<title>Not found</title>'), { fault: { code: 'not_found' } }],
    changed: [200, page('<title>First thing</title>'), { fault: { code: 'upstream_changed' } }],
    blocked: [403, page('<title>Access denied</title>'), { fault: { code: 'upstream_blocked' } }],
  }
  return Object.fromEntries(
    Object.entries(exchanges).flatMap(([name, [status, text, expected]]) => {
      const folder = `adapters/sites/${site}/cases/${operation}/${name}`
      return [
        [`${folder}/case.har`, caseFileText(harOf(address, status))],
        [`${folder}/page.html`, text],
        [`${folder}/expected.json`, jsonFile({ operation: id, params, ...expected })],
      ]
    }),
  )
}

function harOf(url: string, status: number): Har {
  const content = { mimeType: 'text/html; charset=utf-8', _file: 'page.html' }
  return {
    log: { version: '1.2', entries: [{ request: { method: 'GET', url }, response: { status, content } }] },
  }
}

function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
