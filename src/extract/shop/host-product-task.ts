// Reads one product of a listed shop from its page, its platform's documents and what was taught about it.
import { recognisePlatform } from '../../../adapters/platforms/index.ts'
import { findUcpProduct } from '../../../adapters/ucp/find-product.ts'
import { type PlatformReadings, generalFromSources } from '../merge/reader-product.ts'
import { createPageTracer } from '../merge/trace-pages.ts'
import type { Get } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import { documentExtractor, type FieldExtractors } from '#kit/product/reading'
import type { PageSource } from '#kit/page/page'
import { type Product, readProduct } from '#reader'
import { applyTaught, withTaughtName } from '../merge/apply-taught.ts'
import { openTaughtPage } from '#reader/taught/open-page'
import { readTaughtField } from '#reader/taught/read-rule'
import type { SkippedDocument } from '../fetched-pages.ts'
import type { ReadingOutcome } from '../listed-shop.ts'
import type { DetectedPlatform, ListedProductTask, FetchedDocuments } from '../task.ts'

export interface ListedShopProduct extends ReadingOutcome {
  /** With `sources`. */
  readonly product: GeneralProduct
  readonly host: DetectedPlatform | undefined
}

export interface Fetched {
  readonly sources: FetchedDocuments
  readonly leftOut: readonly SkippedDocument[]
}

/** Loads the documents, and gives the function that reads them; under other rules than those of the task if some are given. */
export async function loadHostProduct(
  { url, shop, base, atMs, ucp, include, currency, taught: known }: ListedProductTask,
  get: Get,
  { sources, leftOut }: Fetched,
): Promise<(taught?: ListedProductTask['taught']) => ListedShopProduct> {
  const [page, ofCatalog] = await Promise.all([
    get(url).catch(faultOrThrow),
    ucp && findUcpProduct(url, get, ucp),
  ])
  if (page instanceof Fault && !ofCatalog) throw page
  const recognised = page instanceof Fault ? undefined : recognisePlatform(page)
  const address = { base, facts: recognised?.facts ?? {} }
  // The catalog that the shop opens to programs has what the platform's own documents would add.
  const asked = page instanceof Fault || ofCatalog ? undefined : recognised?.platform
  const documents =
    (page instanceof Fault ? undefined : await asked?.product.load?.(page, get, address)) ?? {}
  return (taught = known) => {
    const readings =
      ofCatalog ?? (page instanceof Fault ? [] : (asked?.product.read(page, documents, address) ?? []))
    // What the page states comes before this.
    const ofShop = currency === undefined ? [] : [documentExtractor('page', 'wares.yaml', { currency }, HINT)]
    const found: PlatformReadings | undefined =
      recognised || ofCatalog
        ? {
            platform: recognised?.platform.name ?? null,
            by: recognised?.by ?? '',
            readings: [...ofShop, ...readings],
            leftOut,
          }
        : undefined
    // What was taught stands in the page alone.
    if (taught && page instanceof Fault) throw page
    const opened = taught && openTaughtPage(decodedPage(mustHaveSource(sources, url)), url)
    const said = (opened && readTaughtField('currency', taught.fields, opened).value) ?? currency
    const read = page instanceof Fault ? page : readProductPage(mustHaveSource(sources, url), atMs, said)
    const reached = page instanceof Fault ? url : page.url
    const subject = { read, url: reached, asked: url, shop, fetchedAtMs: atMs }
    const host = recognised && { platform: recognised.platform.name, facts: recognised.facts }
    const isStated = readings.some(({ fields }) => fields.price ?? fields.variants ?? fields.availability)
    const tracer = include.includes('sources') ? createPageTracer() : undefined
    if (!opened || read instanceof Fault)
      return { product: generalFromSources(subject, found, tracer), host, isStated }
    const named = withTaughtName(read, taught.fields, opened)
    const product = generalFromSources({ ...subject, read: named }, found, tracer)
    const applied = applyTaught(product, taught.fields, opened, {
      currency: read.iso_currency ?? said,
      known: taught.known,
    })
    const none = Object.entries(taught.fields).flatMap(([field, rules]) => (rules === null ? [field] : []))
    return { ...applied, host, isStated, none }
  }
}

const HINT: FieldExtractors<{ readonly currency: string }> = { currency_hint: one => one.currency }

function readProductPage(source: PageSource, fetchedAtMs: number, currency: string | undefined): Product {
  return readProduct(decodedPage(source), source.url.href, { fetchedAtMs, currency })
}

/** In any character set. */
export function decodedPage({ body, charset }: PageSource): Uint8Array | string {
  return /^utf-?8$/i.test(charset) ? body : new TextDecoder(charset).decode(body)
}

function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

export function mustHaveSource(sources: FetchedDocuments, url: string, options: object = {}): PageSource {
  const source = sources.get(JSON.stringify([url, options]))
  if (!source || source instanceof Fault) throw new Error('the page was read and is not there')
  return source
}
