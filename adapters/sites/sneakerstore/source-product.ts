// Reads a product from each of the shop's sources and merges them, under the contract's names.
import {
  absoluteUrl,
  asId,
  asList,
  asName,
  asListOrOne,
  asImageUrl,
  asText,
  asTrimmed,
  valueAt,
  findByKey,
  htmlToText,
  type Page,
} from '#kit'

export interface SourceProduct {
  readonly id: string | undefined
  readonly slug: string | undefined
  readonly name: string | null | undefined
  readonly description: string | undefined
  readonly sku: string | undefined
  readonly images: readonly (string | undefined)[] | undefined
}

/** The sources in a product page: its JSON-LD and, on some versions, the page's state. */
export function readPageProducts(page: Page): readonly SourceProduct[] {
  const slug = lastPathSegment(page.url)
  const templates = findByKey(page.script({ id: '__NEXT_DATA__' }), 'productTemplate')
  return [
    ...readJsonLdProducts(page, slug),
    ...templates.filter(one => valueAt(one, 'slug') === slug).map(readTemplate),
  ]
}

function readJsonLdProducts(page: Page, slug: string): readonly SourceProduct[] {
  const product = page.jsonLdOf('Product')
  if (!product) return []
  return [
    {
      id: asId(product.productID),
      slug,
      name: asName(product.name),
      description: plain(product.description),
      sku: asTrimmed(product.sku),
      images: asListOrOne(product.image, image => absoluteUrl(asImageUrl(image), page.url)),
    },
  ]
}

/** The marketplace's product object, in GraphQL responses and in the page's state. */
export function readTemplate(template: unknown): SourceProduct {
  return {
    id: asId(valueAt(template, 'id')),
    slug: asTrimmed(valueAt(template, 'slug')),
    name: asName(valueAt(template, 'name')),
    description: storyOf(template),
    sku: asTrimmed(valueAt(template, 'sku')),
    images: picturesOf(
      valueAt(template, 'mainPictureUrl') ?? valueAt(template, 'pictureUrl'),
      asList(valueAt(template, 'productTemplateExternalPictures'), one => valueAt(one, 'mainPictureUrl')),
    ),
  }
}

/** "" only if the shop states so in both fields; a product without a story has no `storyHtml`. */
function storyOf(template: unknown): string | undefined {
  const [story, html, other] = ['story', 'storyHtml', 'description'].map(key => plain(valueAt(template, key)))
  return story || html || other || (story === '' && other === '' ? '' : undefined)
}

/** The product in the marketplace's search index. */
export function readSearchHit(hit: unknown): SourceProduct {
  return {
    id: asId(valueAt(hit, 'product_template_id')),
    slug: asTrimmed(valueAt(hit, 'slug')),
    name: asName(valueAt(hit, 'name')),
    description: plain(valueAt(hit, 'story')),
    sku: asTrimmed(valueAt(hit, 'sku')),
    images: picturesOf(valueAt(hit, 'main_picture_url'), undefined),
  }
}

/**
 * Further pictures are numbered, but their count is unknown. Only URLs that the shop lists are returned; if it lists none,
 * they are reported as absent.
 */
function picturesOf(main: unknown, more: readonly unknown[] | undefined) {
  if (main === undefined && more === undefined) return undefined
  const pictures = [main, ...(more ?? [undefined])].map(asTrimmed)
  return pictures.filter((one, index) => one === undefined || pictures.indexOf(one) === index)
}

/** A product of a hosted storefront. It has no SKU of its own: the first variant's is used. */
export function readHostedProduct(product: unknown, base: string): SourceProduct {
  return {
    id: asId(valueAt(product, 'id')),
    slug: asTrimmed(valueAt(product, 'handle')),
    name: asName(valueAt(product, 'title')),
    description: plain(valueAt(product, 'body_html')),
    sku: asTrimmed(valueAt(product, 'variants', 0, 'sku')),
    images: asList(valueAt(product, 'images'), image => absoluteUrl(asText(valueAt(image, 'src')), base)),
  }
}

/** Removes markup. Some merchants escape their HTML twice, so the result may need it again. */
function plain(value: unknown): string | undefined {
  const html = asText(value)
  if (html === undefined || !/[<&]/.test(html)) return html
  const text = htmlToText(html)
  return /<\/[a-z][a-z0-9]*>|<(?:br|p|li|div)\b[^<]*>/i.test(text) ? htmlToText(text) : text
}

/** Each field from the first source with a non-empty value, otherwise from the first that states an empty one. */
export function mergeSources(places: readonly SourceProduct[]): SourceProduct {
  const pick = <K extends keyof SourceProduct>(key: K): SourceProduct[K] => {
    const given = places.map(facts => facts[key]).filter(value => value !== undefined)
    return given.find(value => value !== null && value.length > 0) ?? given[0]
  }
  return {
    id: pick('id'),
    slug: pick('slug'),
    name: pick('name'),
    description: pick('description'),
    sku: pick('sku'),
    images: pick('images'),
  }
}

/** The slug in a marketplace URL. */
export function lastPathSegment(address: string): string {
  return new URL(address).pathname.split('/').findLast(Boolean) ?? ''
}
