// The files of a new platform, by path. The skeleton works and passes all tests before the first change.
export function skeletonFiles(name: string): Record<string, string> {
  return {
    [`adapters/platforms/${name}/platform.ts`]: platformFile(name),
    [`sandbox/platforms/${name}/shop.ts`]: shopFile(name),
    ...caseFiles(name),
  }
}

function platformFile(name: string): string {
  return `// ${name}: describe here which documents it publishes. Amounts are decimal text in units of the currency.
import {
  asFlag,
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  cleanText,
  decimalOf,
  defineAdapter,
  formerPrice,
  type JsonObject,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

function variantOf(product: JsonObject, variant: unknown): ExtractedVariant {
  const price = decimalOf(valueAt(variant, 'price')) ?? decimalOf(product.price)
  const isAvailable = asFlag(valueAt(variant, 'available'))
  return {
    id: asId(valueAt(variant, 'id')),
    sku: asTrimmed(valueAt(variant, 'sku')),
    ...sizeAndColor([{ name: 'Size', value: asTrimmed(valueAt(variant, 'label')) }]),
    price,
    list_price: formerPrice(decimalOf(product.list_price), price),
    availability: isAvailable === undefined ? undefined : isAvailable ? 'in_stock' : 'out_of_stock',
  }
}

const fields: FieldExtractors<JsonObject> = {
  name: product => cleanText(asTrimmed(product.name)),
  brand: product => cleanText(asTrimmed(product.brand)),
  currency: product => asTrimmed(product.currency),
  images: product => unique(asList(product.images, asTrimmed)),
  variants: product => asList(product.variants, one => variantOf(product, one)),
}

export const ${name} = defineAdapter({
  name: '${name}',
  title: '${name}',
  can: { search: false, variants: true, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The script \`${name}-product\` of the page',
  lacks: 'Search and catalog.',
  recognise: ['id="${name}-product"', 'content="${name}"'],
  product: {
    read(page) {
      const product = asObject(page.script({ id: '${name}-product' }))
      return product ? [documentExtractor('embedded', 'script#${name}-product', product, fields)] : []
    },
  },
})
`
}

function shopFile(name: string): string {
  return `// The sandbox's ${name} shop.
import { scriptJson } from '../../page-shell.ts'
import { definePlatformShop, type Goods } from '../../platform-shop.ts'

function pageProduct({ product, id, price, listPrice, currency, variants, pictures }: Goods) {
  return {
    id,
    name: product.name,
    brand: product.brand,
    currency,
    price: String(price),
    list_price: listPrice === undefined ? null : String(listPrice),
    images: pictures,
    variants: variants.map(one => ({
      id: one.id,
      sku: one.sku,
      label: one.label,
      available: one.quantity > 0,
    })),
  }
}

export const shop = definePlatformShop({
  platform: '${name}',
  kind: 'sneakers',
  currency: 'USD',
  path: ['/p/', ''],
  mark: () => '<meta name="generator" content="${name}">',
  product: goods => ({
    scripts: \`<script id="${name}-product" type="application/json">\${scriptJson(pageProduct(goods))}</script>\`,
  }),
})
`
}

function caseFiles(name: string): Record<string, string> {
  return { ...caseOf(name, 'happy', true), ...caseOf(name, 'sold-out', false) }
}

function caseOf(name: string, title: string, isAvailable: boolean): Record<string, string> {
  const url = 'https://shop.example/p/oak-lamp'
  const product = {
    name: 'Oak lamp',
    brand: 'Hearth',
    currency: 'EUR',
    price: '40.00',
    list_price: '50.00',
    variants: [
      { id: 1, sku: 'OL-S', label: 'S', available: false },
      { id: 2, sku: 'OL-M', label: 'M', available: isAvailable },
    ],
  }
  const amount = (value: string) => ({ amount: value, currency: 'EUR' })
  const state = isAvailable ? 'in_stock' : 'out_of_stock'
  const variant = (size: string, availability: string) => ({
    sku: `OL-${size}`,
    size,
    price: amount('40.00'),
    list_price: amount('50.00'),
    availability,
  })
  const expected = {
    url,
    product: {
      platform: name,
      name: 'Oak lamp',
      brand: 'Hearth',
      price: amount('40.00'),
      list_price: amount('50.00'),
      availability: state,
      variants: [variant('S', 'out_of_stock'), variant('M', state)],
    },
  }
  const response = { status: 200, content: { mimeType: 'text/html; charset=utf-8', _file: 'page.html' } }
  const har = { log: { version: '1.2', entries: [{ request: { method: 'GET', url }, response }] } }
  const folder = `adapters/platforms/${name}/cases/${title}`
  return {
    [`${folder}/page.html`]: `<!doctype html><html><head><title>Oak lamp</title></head><body><h1>Oak lamp</h1>
<script id="${name}-product" type="application/json">${JSON.stringify(product)}</script></body></html>
`,
    [`${folder}/case.har`]: json(har),
    [`${folder}/expected.json`]: json(expected),
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
