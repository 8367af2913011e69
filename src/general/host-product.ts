// One product of a listed shop: what its platform's documents state first, what the general reader found in the page second.
import { Fault } from '../kit/fault.ts'
import type { FieldSource, GeneralProduct } from '../kit/general/general-product.ts'
import type { DocumentReading } from '../kit/platform/platform.ts'
import { completeProduct } from './complete-shape.ts'
import { type LeftOutDocument, leftOutTexts } from './left-out-texts.ts'
import { type MergedProduct, mergeReadings } from './merge-readings.ts'
import { type ReadPage, toReaderProduct } from './reader-product.ts'

/** What a recognised platform adds to the page. */
export interface PlatformReadings {
  /** Null for a shop that was read by UCP and whose software is not known. */
  readonly platform: string | null
  /** What in the page or its headers shows the platform. */
  readonly by: string
  readonly readings: readonly DocumentReading[]
  /** Optional documents that are not part of the answer, with the code of the fault. */
  readonly leftOut: readonly LeftOutDocument[]
}

/** A page, or the fault in its place: a catalogue for programs may have what the page does not show. */
interface ReadOrFault extends Omit<ReadPage, 'read'> {
  readonly read: ReadPage['read'] | Fault
}

/** With `sources`; their places in the documents are traced only if somebody wants to see them. */
export function toHostProduct(
  page: ReadOrFault,
  found: PlatformReadings | undefined,
  isTraced = true,
): GeneralProduct {
  if (!found) return toReaderProduct(mustBeRead(page), true)
  const { product, fault } = readerProduct(page)
  const { fields, sources } = mergeReadings(found.readings, product, isTraced)
  // The platform's documents can stand alone: a page may be a shell for scripts while they have the whole product.
  if (fault && !describesProduct(fields)) throw fault
  const complete = completeProduct({
    ...fields,
    url: page.url,
    site: page.shop,
    operation: null,
    platform: found.platform,
    fetched_at: new Date(page.fetchedAtMs).toISOString(),
    sources: found.platform === null ? sources : { ...sources, platform: platformSource(found, page.url) },
  })
  if (complete === undefined)
    throw (
      fault ??
      new Fault('upstream_changed', 'the page was read and shows no product that could be recognised', {
        field: 'name',
      })
    )
  return complete
}

function mustBeRead({ read, ...page }: ReadOrFault): ReadPage {
  if (read instanceof Fault) throw read
  return { ...page, read }
}

function readerProduct(page: ReadOrFault): { product?: GeneralProduct; fault?: Fault } {
  try {
    return { product: withoutZeroPrice(toReaderProduct(mustBeRead(page), true)) }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { fault }
  }
}

/** Shop software writes 0 for "on request" and "not set". */
function withoutZeroPrice(product: GeneralProduct): GeneralProduct {
  return Number(product.price?.amount) === 0 ? { ...product, price: null, list_price: null } : product
}

/** A product on request has no price, and its stock all the same. */
function describesProduct({ name, price, availability, variants }: MergedProduct['fields']): boolean {
  const isOffered = price !== undefined || availability !== undefined
  return typeof name === 'string' && (isOffered || (Array.isArray(variants) && variants.length > 0))
}

/** Names how the platform was recognised, and the documents that it was refused. */
function platformSource({ by, leftOut }: PlatformReadings, pageUrl: string): FieldSource {
  return {
    from: by.startsWith('header ') ? 'api' : 'embedded',
    where: [by, ...leftOutTexts(leftOut, pageUrl)].join('; '),
    confidence: 1,
    also: [],
  }
}
