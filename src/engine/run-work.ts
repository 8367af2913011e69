// Runs what answers one request: one operation of a site, one page of a listed shop, or several of them.
import type { Shop, Shops } from '../config/shops.ts'
import type { Send } from '../upstream/layer.ts'
import type { Answer } from './answer.ts'
import { type Asked, type Make, requestContext, type RunOptions } from './layers.ts'
import { listedRequests, readListedProduct } from './listed-requests.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'
import { runOperation } from './run-operation.ts'
import type { ShopMemory } from './shop-memory.ts'
import type { TaskReader } from './task-reader.ts'

export interface WorkParts {
  /** The current table. */
  readonly shops: () => Shops
  /** Without simulated faults. */
  readonly send: Send
  readonly reader: TaskReader
  readonly memory: ShopMemory
  /** Runs an operation as a part of a run, with the same cache, limits and coalescing as any request. */
  readonly runPart: (
    call: Parameters<CompositeContext['run']>[0],
    whole: Asked,
    options: RunOptions,
  ) => Promise<Answer>
}

export function createWorkRunner(parts: WorkParts): Make {
  const { reader } = parts
  return async (asked, run, send) => {
    const { work } = asked.prepared
    const context = requestContext(run)
    if (work.kind === 'site') {
      const shop = mustBeNamed(parts.shops(), work.entry.site.name)
      return runOperation(work, shop, { send, reader }, context).catch((error: unknown) => {
        throw work.refused?.(error) ?? error
      })
    }
    if (work.kind === 'listed') return readListedProduct(parts, work.page, send, context)
    const { caller, onTiming, trace: within } = run
    const answer = await runComposite(work.entry, work.request, {
      shops: parts.shops(),
      signal: context.signal,
      deadlineMs: context.deadlineMs,
      run: (call, signal) => parts.runPart(call, asked, { caller, onTiming, signal, within }),
      ...listedRequests(parts, send, context),
    })
    return { answer }
  }
}

export function mustBeNamed(shops: Shops, name: string): Shop {
  const shop = shops.shopNamed(name)
  if (!shop) throw new Error(`there is no configuration for ${name}`)
  return shop
}
