// Operation 17: one product of the fashion house, from the page's state.
import {
  absoluteUrl,
  asId,
  asName,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  camelCase,
  cleanText,
  defineOperation,
  Fault,
  htmlToText,
  type JsonObject,
  must,
  mustExist,
  type Page,
  param,
  readBySchema,
  withPlaceholders,
} from '#kit'
import { placeholders } from './placeholders.ts'
import { picture, product as result, variant } from './product.schema.ts'
import {
  articleIn,
  findElements,
  listOf,
  membersOf,
  picturesIn,
  sectionIn,
  sizesIn,
} from './product-elements.ts'

export const product = defineOperation({
  id: 'luxuryhouse.product',
  number: 17,
  summary: 'One product with its sizes and pictures',
  params: {
    url: param.productUrl('URL of the product page in the fashion section of the site'),
  },
  lookup: ['url'],
  result: withPlaceholders(result, placeholders),
  core: ['/code', '/title'],
  mayBeNull: ['/title'],
  prices: [{ amount: '/variants/*/price/value', currency: '/variants/*/price/currency' }],
  freshForS: 3600,
  example: { url: '/en_gb/fashion/products/GG4008_410' },

  async load({ url }, get) {
    refuseBeauty(url)
    const page = await get(url)
    refuseBeauty(page.url)
    return page
  },

  extract(page) {
    const props = must(asObject(page.script({ id: '__NEXT_DATA__' }, ['props'])), '__NEXT_DATA__')
    const found = findElements(props)
    if (!found) mustExist(page)
    const elements = must(found, 'product elements')
    const members = membersOf(elements)
    const fields = must(readBySchema(result, members, camelCase), 'product elements')
    const pictures = picturesIn(elements) ?? listOf(members.images)
    const sizes = listOf(sizesIn(elements) ?? members.variations ?? members.variants)
    const article = articleIn(elements, members, sizes)
    return {
      ...fields,
      code: asId(members.code) ?? asId(valueAt(props, 'pageProps', 'identifier')),
      sku: asId(valueAt(article, 'sku')),
      title: asName(members.title),
      status: asTrimmed(valueAt(article, 'status')),
      subtitle: cleanText(fields.subtitle),
      category_id: asTrimmed(members.primaryCategoryId) ?? fields.category_id ?? trackedCategory(props),
      description: plain(sectionIn(elements, 'DESCRIPTION', 'description') ?? members.description),
      size_and_fit: plain(sectionIn(elements, 'SIZEFIT', 'size_and_fit') ?? members.sizeAndFit),
      size_declination_label: asText(members.sizeLabel) ?? fields.size_declination_label,
      images: pictures?.map(one => pictureOf(one, page)),
      image: pictureOf(pictures?.[0] ?? members.image, page),
      variants: sizes?.map(one => variantOf(one, page)),
    }
  },
})

/** Pages of the beauty part are unsupported. That is the caller's error, not a change of the site. */
function refuseBeauty(address: string): void {
  if (!/\/beauty\/|\/products\/beauty-/.test(new URL(address).pathname)) return
  const message = 'url leads to the beauty part of the site, which is another platform and not supported'
  throw new Fault('invalid_parameter', message, { errors: [{ name: 'url', in: 'query', message }] })
}

function pictureOf(value: unknown, page: Page) {
  const read = readBySchema(picture, value, camelCase)
  return read && { ...read, uri: absoluteUrl(read.uri, page.url) }
}

function variantOf(value: unknown, page: Page) {
  const read = readBySchema(variant, value, camelCase)
  return (
    read && { ...read, image: read.image && { ...read.image, uri: absoluteUrl(read.image.uri, page.url) } }
  )
}

function trackedCategory(props: JsonObject): string | undefined {
  const path = ['tracking', 'dataLayer', 'ecommerce', 'detail', 'products', 0, 'category']
  return asTrimmed(valueAt(props, ...path))
}

function plain(html: unknown): string | undefined {
  return typeof html === 'string' ? htmlToText(html) : undefined
}
