// Runs what answers one request: one operation of a site, one page of a listed shop, or several of them.
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import type { Reach } from '../general/composite.ts'
import type { Send } from '../upstream/layer.ts'
import type { Answer } from './answer.ts'
import { type Asked, type Make, requestContext, type RunOptions } from './layers.ts'
import { listedRequests, readListedProduct } from './listed-requests.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'
import { runOperation } from './run-operation.ts'
import type { ShopMemory } from './shop-memory.ts'
import type { TaskReader } from './task-reader.ts'

export interface WorkParts {
  readonly config: Pick<Config, 'sites'>
  /** Without simulated faults. */
  readonly send: Send
  readonly reader: TaskReader
  readonly reach: Reach
  readonly shops: ShopMemory
  /** Runs one of a site's own operations as a part of a run, with the same cache, limits and coalescing as any request. */
  readonly runPart: (
    call: Parameters<CompositeContext['run']>[0],
    whole: Asked,
    options: RunOptions,
  ) => Promise<Answer>
}

export function createWorkRunner(parts: WorkParts): Make {
  const { config, reach, reader } = parts
  return async (asked, run, send) => {
    const { work } = asked.prepared
    const context = requestContext(work.entry.site.name, run)
    if (work.kind === 'site') {
      const site = siteConfigOf(config, work.entry.site.name)
      return runOperation(work, site, { send, reader }, context).catch((error: unknown) => {
        throw work.refused?.(error) ?? error
      })
    }
    if (work.kind === 'listed') return readListedProduct(parts, work.page, send, context)
    const { caller, onTiming, trace: within } = run
    const answer = await runComposite(work.entry, work.request, {
      config,
      reach,
      signal: context.signal,
      deadlineMs: context.deadlineMs,
      run: (call, signal) => parts.runPart(call, asked, { caller, onTiming, signal, within }),
      ...listedRequests(parts, send, context),
    })
    return { answer }
  }
}

export function siteConfigOf({ sites }: Pick<Config, 'sites'>, name: string): SiteConfig {
  const site = sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}
