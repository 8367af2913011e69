// What a shop says of a product, in each place where it may say it, under the contract's names.
import {
  absoluteUrl,
  asId,
  asList,
  asListOrOne,
  asPicture,
  asText,
  asTrimmed,
  at,
  everyUnder,
  htmlToText,
  type Page,
  withoutMagic,
} from '../../kit/index.ts'

export interface Facts {
  readonly id: string | undefined
  readonly slug: string | undefined
  readonly name: string | undefined
  readonly description: string | undefined
  readonly sku: string | undefined
  readonly images: readonly (string | undefined)[] | undefined
}

/** A product page: its JSON-LD, and on some versions the data of the page's own scripts. */
export function factsOfPage(page: Page): readonly Facts[] {
  const slug = withoutMagic(lastPartOf(page.url))
  const templates = everyUnder(page.script({ id: '__NEXT_DATA__' }), 'productTemplate')
  return [
    ...factsOfJsonLd(page, slug),
    ...templates.filter(one => at(one, 'slug') === slug).map(factsOfTemplate),
  ]
}

function factsOfJsonLd(page: Page, slug: string): readonly Facts[] {
  const product = page.jsonLdOf('Product')
  if (!product) return []
  return [
    {
      id: asId(product.productID),
      slug,
      name: asTrimmed(product.name),
      description: asText(product.description),
      sku: asTrimmed(product.sku),
      images: asListOrOne(product.image, image => absoluteUrl(asPicture(image), page.url)),
    },
  ]
}

/** The marketplace's own object, in its answers and in the data of its pages. */
export function factsOfTemplate(template: unknown): Facts {
  return {
    id: asId(at(template, 'id')),
    slug: asTrimmed(at(template, 'slug')),
    name: asTrimmed(at(template, 'name')),
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
  const [story, html, other] = ['story', 'storyHtml', 'description'].map(key => asText(at(template, key)))
  return story || (html && htmlToText(html)) || other || (story === '' && other === '' ? '' : undefined)
}

/** The same in the marketplace's search index. */
export function factsOfHit(hit: unknown): Facts {
  return {
    id: asId(at(hit, 'product_template_id')),
    slug: asTrimmed(at(hit, 'slug')),
    name: asTrimmed(at(hit, 'name')),
    description: asText(at(hit, 'story')),
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
export function factsOfHosted(product: unknown, base: string): Facts {
  const html = asText(at(product, 'body_html'))
  return {
    id: asId(at(product, 'id')),
    slug: asTrimmed(at(product, 'handle')),
    name: asTrimmed(at(product, 'title')),
    description: html === undefined ? undefined : plainText(html),
    sku: asTrimmed(at(product, 'variants', 0, 'sku')),
    images: asList(at(product, 'images'), image => absoluteUrl(asText(at(image, 'src')), base)),
  }
}

/** Some merchants' markup is escaped once more: what is then left of it is markup too. */
function plainText(html: string): string {
  const text = htmlToText(html)
  return /<\/[a-z][a-z0-9]*>|<(?:br|p|li|div)\b[^<]*>/i.test(text) ? htmlToText(text) : text
}

/** Each field from the first place that has something in it, else from the first that says it is empty. */
export function firstOf(places: readonly Facts[]): Facts {
  const pick = <K extends keyof Facts>(key: K): Facts[K] => {
    const given = places.map(facts => facts[key]).filter(value => value !== undefined)
    return given.find(value => value.length > 0) ?? given[0]
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
export function lastPartOf(address: string): string {
  return new URL(address).pathname.split('/').findLast(Boolean) ?? ''
}
