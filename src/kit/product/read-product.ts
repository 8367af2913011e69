// Reads one product out of any shop page: every reader says what it found, and the findings are weighed per field.
import { readJsonLd } from '../read/json-ld.ts'
import type { Crumb } from '../tidy/breadcrumbs.ts'
import { embeddedFacts } from './embedded-facts.ts'
import type { Availability, ProductRating, Source, Variant } from './facts.ts'
import { first, firstOf, type Found, type Readers } from './findings.ts'
import { labelFacts } from './label-facts.ts'
import { metaFacts } from './meta-facts.ts'
import { microdataFacts } from './microdata-facts.ts'
import { pageAvailability, saysGone } from './page-availability.ts'
import { pageBrand } from './page-brand.ts'
import { jsonLdBreadcrumbs, pageBreadcrumbs } from './page-breadcrumbs.ts'
import { modelPage, type PageModel } from './page-model.ts'
import { shownPrices } from './page-price.ts'
import { factsOf, mainProduct } from './schema-facts.ts'
import { weighBrand, weighSku } from './weigh-identity.ts'
import { weighPrice } from './weigh-price.ts'

export type Product = {
  name: string | null
  brand: string | null
  sku: string | null
  mpn: string | null
  gtin: string | null
  /** Exact decimal. */
  price: string | null
  /** The sign or word the shop prints; null where it prints only a code, which iso_currency has. */
  currency: string | null
  iso_currency: string | null
  original_price: string | null
  availability: Availability | null
  images: string[]
  description: string | null
  breadcrumbs: Crumb[]
  rating: ProductRating | null
  variants: Variant[]
  /** For every field that was found, the reader it came from. */
  sources: Partial<Record<Exclude<keyof Product, 'sources'>, Source>>
}

export function readProduct(html: string | Uint8Array, url: string): Product {
  const page = modelPage(typeof html === 'string' ? html : new TextDecoder().decode(html))
  const items = readJsonLd(html)
  const main = mainProduct(items, url, page.heading ?? page.title)
  const labels = labelFacts(page)
  const readers: Readers = [
    ['json-ld', main && factsOf(main, url)],
    ['microdata', microdataFacts(page, url)],
    ['open-graph', metaFacts(page, url)],
    ['embedded', embeddedFacts(page)],
    ['label', labels],
    [
      'page',
      { name: page.heading ?? page.title, brand: pageBrand(page), availability: pageAvailability(page) },
    ],
  ]
  const { price, currency, isoCurrency, originalPrice } = weighPrice(readers, shownPrices(page), page, url)
  const sku = weighSku(readers, labels.weakSku, page, url)
  const mpn = first(readers, 'mpn')
  const breadcrumbs =
    firstOf(jsonLdBreadcrumbs(items, url), 'json-ld') ?? firstOf(pageBreadcrumbs(page, url), 'page')
  return settle({
    name: first(readers, 'name'),
    brand: weighBrand(readers, page, url),
    sku,
    // A maker's number equal to the shop's own was only copied.
    mpn: mpn && mpn.value === sku?.value ? undefined : mpn,
    gtin: first(readers, 'gtin'),
    price,
    currency,
    iso_currency: isoCurrency,
    original_price: originalPrice,
    availability: weighAvailability(readers, page, price),
    images: first(readers, 'images'),
    description: first(readers, 'description'),
    breadcrumbs,
    rating: first(readers, 'rating'),
    variants: first(readers, 'variants'),
  })
}

function weighAvailability(readers: Readers, page: PageModel, price: Found<string>): Found<Availability> {
  if (saysGone(page)) return { value: 'OutOfStock', source: 'page' }
  // A shop that shows a price and does not say that the article is gone offers it.
  return first(readers, 'availability') ?? (price && { value: 'InStock', source: 'page' })
}

type Findings = { [Key in Exclude<keyof Product, 'sources'>]: Found<NonNullable<Product[Key]>> }

function settle(findings: Findings): Product {
  const sources: Product['sources'] = {}
  for (const [field, found] of Object.entries(findings))
    if (found) sources[field as keyof Findings] = found.source
  return {
    name: findings.name?.value ?? null,
    brand: findings.brand?.value ?? null,
    sku: findings.sku?.value ?? null,
    mpn: findings.mpn?.value ?? null,
    gtin: findings.gtin?.value ?? null,
    price: findings.price?.value ?? null,
    currency: findings.currency?.value ?? null,
    iso_currency: findings.iso_currency?.value ?? null,
    original_price: findings.original_price?.value ?? null,
    availability: findings.availability?.value ?? null,
    images: findings.images?.value ?? [],
    description: findings.description?.value ?? null,
    breadcrumbs: findings.breadcrumbs?.value ?? [],
    rating: findings.rating?.value ?? null,
    variants: findings.variants?.value ?? [],
    sources,
  }
}
