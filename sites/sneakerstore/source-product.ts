// What a shop says of a product, in each place where it may say it, under the contract's names.
import {
  absoluteUrl,
  asId,
  asList,
  asName,
  asListOrOne,
  asImageUrl,
  asText,
  asTrimmed,
  at,
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

/** A product page: its JSON-LD, and on some versions the data of the page's own scripts. */
export function readPageProducts(page: Page): readonly SourceProduct[] {
  const slug = lastPathSegment(page.url)
  const templates = findByKey(page.script({ id: '__NEXT_DATA__' }), 'productTemplate')
  return [
    ...readJsonLdProducts(page, slug),
    ...templates.filter(one => at(one, 'slug') === slug).map(readTemplate),
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

/** The marketplace's own object, in its answers and in the data of its pages. */
export function readTemplate(template: unknown): SourceProduct {
  return {
    id: asId(at(template, 'id')),
    slug: asTrimmed(at(template, 'slug')),
    name: asName(at(template, 'name')),
    description: storyOf(template),
    sku: asTrimmed(at(template, 'sku')),
    images: picturesOf(
      at(template, 'mainPictureUrl') ?? at(template, 'pictureUrl'),
      asList(at(template, 'productTemplateExternalPictures'), one => at(one, 'mainPictureUrl')),
    ),
  }
}

/** "" only where the shop says so in both places; the markup is left out where there is no story. */
function storyOf(template: unknown): string | undefined {
  const [story, html, other] = ['story', 'storyHtml', 'description'].map(key => plain(at(template, key)))
  return story || html || other || (story === '' && other === '' ? '' : undefined)
}

/** The same in the marketplace's search index. */
export function readSearchHit(hit: unknown): SourceProduct {
  return {
    id: asId(at(hit, 'product_template_id')),
    slug: asTrimmed(at(hit, 'slug')),
    name: asName(at(hit, 'name')),
    description: plain(at(hit, 'story')),
    sku: asTrimmed(at(hit, 'sku')),
    images: picturesOf(at(hit, 'main_picture_url'), undefined),
  }
}

/**
 * Further pictures are numbered, but how many there are nobody can know: only those that the shop names are given, and
 * where it names none, they are noted as absent.
 */
function picturesOf(main: unknown, more: readonly unknown[] | undefined) {
  if (main === undefined && more === undefined) return undefined
  return [...new Set([main, ...(more ?? [undefined])].map(asTrimmed))]
}

/** A hosted storefront's product. It has no SKU of its own: that of its first variant stands for it. */
export function readHostedProduct(product: unknown, base: string): SourceProduct {
  return {
    id: asId(at(product, 'id')),
    slug: asTrimmed(at(product, 'handle')),
    name: asName(at(product, 'title')),
    description: plain(at(product, 'body_html')),
    sku: asTrimmed(at(product, 'variants', 0, 'sku')),
    images: asList(at(product, 'images'), image => absoluteUrl(asText(at(image, 'src')), base)),
  }
}

/** One spelling whatever the place: without markup. Some merchants' is escaped once more, and what is then left is markup too. */
function plain(value: unknown): string | undefined {
  const html = asText(value)
  if (html === undefined || !/[<&]/.test(html)) return html
  const text = htmlToText(html)
  return /<\/[a-z][a-z0-9]*>|<(?:br|p|li|div)\b[^<]*>/i.test(text) ? htmlToText(text) : text
}

/** Each field from the first place that has something in it, else from the first that says it is empty. */
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

/** Where a marketplace's address has the slug. */
export function lastPathSegment(address: string): string {
  return new URL(address).pathname.split('/').findLast(Boolean) ?? ''
}
