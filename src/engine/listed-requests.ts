// What is read of listed shops within one request: a product, a search, a page of a catalogue.
import type { ListedPage, ListedShop } from '../general/composite.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { Send } from '../upstream/layer.ts'
import { READER_SITE } from '../upstream/reader-upstreams.ts'
import { type Answer, makeAnswer, valueOf } from './answer.ts'
import { createCatalogSource } from './catalog-source.ts'
import type { OtherHostTask } from './task.ts'
import { searchShop } from './listed-search.ts'
import type { ProductSummary } from './product-summary.ts'
import type { RequestContext } from './page-fetcher.ts'
import type { CompositeContext } from './run-composite.ts'
import { groupOf, listedConfig, runHostTask, runTask } from './run-task.ts'
import type { ShopMemory } from './shop-memory.ts'
import type { TaskReader } from './task-reader.ts'
import type { ListedDoor } from './ucp-doors.ts'

interface ListedParts {
  /** Without simulated faults: whether a shop has a profile does not depend on them. */
  readonly send: Send
  readonly reader: TaskReader
  readonly shops: ShopMemory
}

/** A product of a listed shop as an answer, with what its page says besides. */
interface ReadListed {
  readonly answer: Answer
  readonly summary: ProductSummary
}

/** As long as the shop's page may be cached; shorter if a document of its platform is failing at the moment. */
const FRESH_FOR_S = 900
const SHORT_LIVED_S = 60

/** `send`: the one of this request, which may simulate a fault. */
export async function readListedProduct(
  parts: ListedParts,
  { url, shop, origins: own, include }: ListedPage & { readonly include: readonly string[] },
  send: Send,
  context: RequestContext,
): Promise<ReadListed> {
  const { access: ucp, origins = own } = (await doorOf(parts, { shop, origins: own }, context)) ?? {}
  let atMs = Date.now()
  const nextJob = () => {
    atMs = Date.now()
    const call = { kind: 'product', url, shop, base: own.main ?? '', atMs, include, ucp } as const
    return { call, group: groupOf(origins) }
  }
  const tools = { send, reader: parts.reader }
  const { step } = await runTask(nextJob, listedConfig(origins), tools, { ...context, site: READER_SITE })
  if (step.kind !== 'done' || !step.listed) throw new Error('another task was answered')
  const { result, listed } = step
  if (listed.host) parts.shops.knownPlatforms.set(shop, { host: listed.host })
  const freshForS = result.isShortLived ? SHORT_LIVED_S : FRESH_FOR_S
  return { answer: makeAnswer(result, result.pageUrl ?? url, freshForS, atMs), summary: listed.summary }
}

function doorOf(
  parts: ListedParts,
  shop: ListedShop,
  context: Omit<RequestContext, 'site'>,
): Promise<ListedDoor | undefined> {
  return parts.shops.ucpDoors.find(
    shop,
    async task => (await runHostTask(task, shop.origins, parts, context)).value,
  )
}

function halfTime({ deadlineMs }: RequestContext): number {
  return (deadlineMs + performance.now()) / 2
}

/** What a composite operation may ask of listed shops. `send`: the one of this request, which may simulate a fault. */
export function listedRequests(
  parts: ListedParts,
  send: Send,
  context: RequestContext,
): Pick<CompositeContext, 'readProductPage' | 'searchListedShop' | 'catalog'> {
  const { reader, shops } = parts
  const { signal } = context
  let requests = 0
  const counted: Send = request => {
    requests++
    return send(request)
  }
  const readProduct = (page: ListedPage) =>
    readListedProduct(parts, { ...page, include: [] }, counted, context)
  const runAt =
    (shop: ListedShop, until: AbortSignal) =>
    async <T extends OtherHostTask>(task: T) => {
      // A file that never ends leaves time for the next one.
      const deadlineMs = task.kind === 'sitemap' ? halfTime(context) : context.deadlineMs
      const limits = { ...context, signal: until, deadlineMs }
      const origins = (await doorOf(parts, shop, limits))?.origins ?? shop.origins
      return (await runHostTask(task, origins, { send: counted, reader }, limits)).value
    }
  return {
    async readProductPage(page) {
      const { answer } = await readProduct(page)
      return { product: valueOf(answer) as GeneralProduct }
    },
    async searchListedShop(shop, request, until) {
      const door = await doorOf(parts, shop, { ...context, signal: until })
      return searchShop(shops.knownPlatforms, runAt(shop, until), shop, request, door?.access)
    },
    catalog: shop =>
      createCatalogSource({
        shop,
        door: () => doorOf(parts, shop, context),
        run: runAt(shop, signal),
        readProduct: async page => (await readProduct(page)).summary,
        requests: () => requests,
        platforms: shops.knownPlatforms,
        indexes: shops.knownIndexes,
      }),
  }
}
