// What a composite operation may ask of listed shops within one request: a product, a search, a page of a catalogue.
import type { ListedShop } from '../general/composite.ts'
import type { Send } from '../upstream/layer.ts'
import { createCatalogSource } from './catalog-source.ts'
import type { HostTask } from './host-task.ts'
import { searchShop } from './listed-search.ts'
import type { TaskReader } from './task-reader.ts'
import type { RequestContext } from './page-fetcher.ts'
import type { CompositeContext } from './run-composite.ts'
import { runHostTask } from './run-task.ts'
import type { ShopMemory } from './shop-memory.ts'
import type { ListedDoor } from './ucp-doors.ts'

interface ListedParts {
  /** Without simulated faults: whether a shop has a profile does not depend on them. */
  readonly send: Send
  readonly reader: TaskReader
  readonly shops: ShopMemory
}

/** `send`: the one of this request, which may simulate a fault. */
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
  const doorOf = (shop: ListedShop, until: AbortSignal): Promise<ListedDoor | undefined> =>
    shops.ucpDoors.find(shop, async task => {
      const limits = { ...context, signal: until }
      return (await runHostTask(task, shop.origins, { send: parts.send, reader }, limits)).value
    })
  const readProductPage: CompositeContext['readProductPage'] = async ({ url, shop, origins: own }) => {
    const door = await doorOf({ shop, origins: own }, signal)
    const { access: ucp, origins = own } = door ?? {}
    const task = { kind: 'product', url, shop, base: own.main ?? '', atMs: Date.now(), ucp } as const
    const { value, isShortLived } = await runHostTask(task, origins, { send: counted, reader }, context)
    if (value.host) shops.knownPlatforms.set(shop, { host: value.host })
    return { product: value.product, isShortLived }
  }
  const runAt =
    (shop: ListedShop, until: AbortSignal) =>
    async <T extends HostTask>(task: T) => {
      const origins = (await doorOf(shop, until))?.origins ?? shop.origins
      const limits = { ...context, signal: until }
      return (await runHostTask(task, origins, { send: counted, reader }, limits)).value
    }
  return {
    readProductPage,
    async searchListedShop(shop, request, until) {
      const door = await doorOf(shop, until)
      return searchShop(shops.knownPlatforms, runAt(shop, until), shop, request, door?.access)
    },
    catalog: shop =>
      createCatalogSource({
        shop,
        door: () => doorOf(shop, signal),
        run: runAt(shop, signal),
        readProduct: readProductPage,
        requests: () => requests,
        platforms: shops.knownPlatforms,
        indexes: shops.knownIndexes,
      }),
  }
}
