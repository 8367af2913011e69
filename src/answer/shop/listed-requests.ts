// What is read of shops without operations of their own: a product, a search, a page of a catalog.
import type { Shop } from '../../settings/shop-directory.ts'
import type { ShopPage } from '../operations/composite.ts'
import type { Send } from '../../fetch/layer.ts'
import { type Answer, makeAnswer } from '../cache/answer.ts'
import { createCatalogSource } from './catalog-source.ts'
import { noteList } from './known-lists.ts'
import type { ListedShopTask } from '../../extract/task.ts'
import { rememberPlatform, searchShop } from './listed-search.ts'
import type { ProductSummary } from '../../extract/listed-shop.ts'
import { type RequestContext, runHostTask, runTask } from '../run-task.ts'
import type { CompositeContext } from '../run-composite.ts'
import type { ShopCaches } from './shop-memory.ts'
import type { TaskReader } from '../../extract/thread/task-reader.ts'
import type { UcpShopAccess } from './ucp-doors.ts'

interface ListedParts {
  /** Sends without simulated faults: whether a shop has a profile does not depend on them. */
  readonly send: Send
  readonly reader: TaskReader
  readonly memory: ShopCaches
}

/** A product of a listed shop as an answer, with what its page says besides. */
interface ReadListed {
  readonly answer: Answer
  readonly summary: ProductSummary
}

/** Caches a page as long as the shop allows; shorter if a document of its platform fails at the moment. */
const FRESH_FOR_S = 900
const SHORT_LIVED_S = 60

/** `send`: the one of this request, which may simulate a fault. */
export async function readListedProduct(
  parts: ListedParts,
  { url, shop, include }: ShopPage & { readonly include: readonly string[] },
  send: Send,
  context: RequestContext,
): Promise<ReadListed> {
  const door = await doorOf(parts, shop, context)
  let atMs = Date.now()
  const nextJob = () => {
    atMs = Date.now()
    const base = shop.origins.main ?? ''
    const { access: ucp } = door ?? {}
    return {
      call: { kind: 'product', url, shop: shop.name, base, atMs, include, ucp, taught, currency } as const,
    }
  }
  const { currency } = shop
  const { taughtPrices } = parts.memory
  const taught = shop.fields && { fields: shop.fields, known: taughtPrices.get(priceKey(shop, url)) }
  const { step } = await runTask(nextJob, door?.shop ?? shop, { send, reader: parts.reader }, context)
  if (step.kind !== 'done' || !step.listed) throw new Error('another task was answered')
  const { result, listed } = step
  if (listed.host) rememberPlatform(parts.memory.knownPlatforms, shop, listed.host, [url, listed.summary.url])
  const { taughtPrice } = listed.summary
  if (taughtPrice) taughtPrices.set(priceKey(shop, url), taughtPrice)
  const freshForS = result.isShortLived ? SHORT_LIVED_S : FRESH_FOR_S
  const { codes = [], mpn } = listed.summary
  for (const code of codes) parts.memory.knownCodes.note(shop.name, { url, mpn, ...code })
  return { answer: makeAnswer(result, result.pageUrl ?? url, freshForS, atMs), summary: listed.summary }
}

/** Under other rules, a price begins anew. */
function priceKey({ fields }: Shop, url: string): string {
  return `${url} ${JSON.stringify([fields?.price, fields?.currency])}`
}

function doorOf(parts: ListedParts, shop: Shop, context: RequestContext): Promise<UcpShopAccess | undefined> {
  return parts.memory.ucpDoors.find(shop, async task => (await runHostTask(task, shop, parts, context)).value)
}

function halfTime({ deadlineMs }: RequestContext): number {
  return (deadlineMs + performance.now()) / 2
}

/** What a composite operation may ask of listed shops. `send`: the one of this request, which may simulate a fault. */
export function listedRequests(
  parts: ListedParts,
  send: Send,
  context: RequestContext,
): Pick<CompositeContext, 'searchListedShop' | 'catalog' | 'knownPages'> {
  const { reader, memory } = parts
  let requests = 0
  const countedSend: Send = request => {
    requests++
    return send(request)
  }
  const runAt =
    (shop: Shop, signal: AbortSignal) =>
    async <T extends ListedShopTask>(task: T) => {
      // A file that never ends leaves time for the next one.
      const deadlineMs = task.kind === 'sitemap' ? halfTime(context) : context.deadlineMs
      const limits = { ...context, signal, deadlineMs }
      const destination = (await doorOf(parts, shop, limits))?.shop ?? shop
      return (await runHostTask(task, destination, { send: countedSend, reader }, limits)).value
    }
  return {
    knownPages: (shop, code) => memory.knownCodes.pagesOf(shop.name, code),
    async searchListedShop(shop, request, signal) {
      const door = await doorOf(parts, shop, { ...context, signal })
      return searchShop(memory.knownPlatforms, runAt(shop, signal), shop, request, door?.access)
    },
    catalog: (shop, { list, withVariants }) => ({
      note(page, rows) {
        noteList(memory.knownLists, shop.name, page)
        for (const row of rows) memory.knownCodes.note(shop.name, row)
      },
      ...createCatalogSource({
        shop,
        list,
        withVariants,
        door: () => doorOf(parts, shop, context),
        run: runAt(shop, context.signal),
        readProduct: async url =>
          (await readListedProduct(parts, { shop, url, include: [] }, countedSend, context)).summary,
        requests: () => requests,
        platforms: memory.knownPlatforms,
        indexes: memory.knownIndexes,
      }),
    }),
  }
}
