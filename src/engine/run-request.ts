// Runs one prepared request without the cache: asks the shop whether anything has changed, then one site or several.
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import type { Reach } from '../general/composite.ts'
import type { Recorder } from '../replay/recorder.ts'
import type { RunTrace } from '../replay/run-trace.ts'
import type { Send } from '../upstream/layer.ts'
import { listedRequests, readListedProduct } from './listed-requests.ts'
import type { TaskReader } from './task-reader.ts'
import type { RequestContext } from './page-fetcher.ts'
import type { PreparedRequest } from './prepare-request.ts'
import type { Revalidation } from './revalidation.ts'
import { runComposite, type CompositeContext } from './run-composite.ts'
import { type OperationAnswers, runOperation } from './run-operation.ts'
import type { ShopMemory } from './shop-memory.ts'
import { simulateFault } from './simulated-fault.ts'

export interface RequestParts {
  readonly config: Pick<Config, 'sites'>
  readonly send: Send
  readonly reader: TaskReader
  readonly reach: Reach
  readonly shops: ShopMemory
  readonly revalidation: Revalidation
  readonly recorder?: Partial<Pick<Recorder, 'recordsAll'>> | undefined
}

/** The limits of one run, and what it reports to. */
export interface RunContext extends Omit<RequestContext, 'site' | 'onExchange'> {
  /** Whether the answer may be cached. */
  readonly store: boolean
  readonly trace: RunTrace | undefined
  /** Runs one of a site's own operations as a part of this run. */
  readonly runNative: CompositeContext['run']
}

export async function runRequest(
  parts: RequestParts,
  prepared: PreparedRequest,
  context: RunContext,
): Promise<OperationAnswers> {
  const { magicWord, work, cacheKey } = prepared
  const send = magicWord ? simulateFault(parts.send, magicWord) : parts.send
  const request = toRequestContext(work.entry.site.name, context)
  if (!mayRevalidate(parts, prepared, context)) return runWork(parts, prepared, context, request, send)
  const begun = await parts.revalidation.begin(cacheKey, send, request)
  if (begun.unchanged) return begun.unchanged
  const answers = await runWork(parts, prepared, context, request, begun.send)
  begun.keep(answers)
  return answers
}

function toRequestContext(site: string, context: RunContext): RequestContext {
  const { caller, signal, deadlineMs, onTiming, trace } = context
  if (!trace) return { site, caller, signal, deadlineMs, onTiming }
  return {
    site,
    caller,
    signal,
    deadlineMs,
    onTiming(stage, ms) {
      trace.onTiming(stage, ms)
      onTiming(stage, ms)
    },
    onExchange: exchange => trace.onExchange(exchange),
  }
}

/** Answers of several shops are not made of the documents of one. A recording of every answer needs its documents. */
function mayRevalidate(
  { recorder }: RequestParts,
  { work, magicWord }: PreparedRequest,
  { store }: RunContext,
): boolean {
  if (magicWord !== undefined || !store || recorder?.recordsAll) return false
  return work.kind !== 'compose'
}

async function runWork(
  parts: RequestParts,
  { work }: PreparedRequest,
  { runNative }: RunContext,
  context: RequestContext,
  send: Send,
): Promise<OperationAnswers> {
  const { config, reach, reader } = parts
  if (work.kind === 'site') {
    const site = siteConfigOf(config, work.entry.site.name)
    return runOperation(work, site, { send, reader }, context).catch((error: unknown) => {
      throw work.refused?.(error) ?? error
    })
  }
  if (work.kind === 'listed') return readListedProduct(parts, work.page, send, context)
  const answer = await runComposite(work.entry, work.request, {
    config,
    reach,
    signal: context.signal,
    deadlineMs: context.deadlineMs,
    run: runNative,
    ...listedRequests(parts, send, context),
  })
  return { answer }
}

export function siteConfigOf({ sites }: Pick<Config, 'sites'>, name: string): SiteConfig {
  const site = sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}
