// Makes an answer under one deadline, or waits for the replica that is already making it; caches and records it.
import type { Config } from '../config.ts'
import { Fault } from '../kit/fault.ts'
import type { Recorder } from '../replay/recorder.ts'
import type { RecordedCaller, RunTrace } from '../replay/run-trace.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Freshness } from './freshness.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { type ReportParts, runAndReport } from './report-run.ts'
import type { CompositeContext } from './run-composite.ts'
import { type RequestParts, runRequest } from './run-request.ts'
import type { ServedAnswer, SharedCache } from './shared-cache.ts'

export interface RunOptions {
  /** A key's id or a client address. */
  readonly caller: string
  /** Aborts when this caller disconnects. */
  readonly signal: AbortSignal
  readonly onTiming: (stage: string, ms: number) => void
  /** The caller to record the run for, if recording is enabled. */
  readonly recordFor?: RecordedCaller
  /** The run that this one is part of. */
  readonly within?: RunTrace | undefined
}

/** A request whose answer is to be made. */
export interface MakeRequest {
  readonly prepared: PreparedRequest
  readonly freshness: Freshness
}

export interface MakerParts extends Omit<RequestParts, 'config' | 'recorder'>, ReportParts {
  readonly config: Pick<Config, 'sites' | 'deadlineMs'>
  readonly cache: AnswerCache
  readonly sharedCache?: SharedCache | undefined
  readonly recorder?: (Pick<Recorder, 'start' | 'finish'> & Partial<Pick<Recorder, 'recordsAll'>>) | undefined
  /** Runs one of a site's own operations as a part of a run, with the same cache, limits and coalescing as any request. */
  readonly runPart: (
    call: Parameters<CompositeContext['run']>[0],
    whole: MakeRequest,
    options: RunOptions,
  ) => Promise<Answer>
}

/** `abandoned` aborts when no caller waits any more. */
export type MakeAnswer = (
  request: MakeRequest,
  options: RunOptions,
  abandoned: AbortSignal,
  trace: RunTrace | undefined,
) => Promise<ServedAnswer>

export function createAnswerMaker(parts: MakerParts): MakeAnswer {
  const { config, cache, sharedCache } = parts
  return async (request, options, abandoned, trace) => {
    const { prepared, freshness } = request
    const deadline = startDeadline(config.deadlineMs)
    const aborted = AbortSignal.any([abandoned, deadline.signal])
    const make = () =>
      makeHere(parts, request, options, { signal: aborted, deadlineMs: deadline.atMs, trace })
    try {
      const made: ServedAnswer =
        sharedCache && freshness.store
          ? await sharedCache.getOrCreate(prepared.cacheKey, freshness, { abandoned, aborted }, make)
          : { answer: await make(), cache: 'miss' }
      if (freshness.store) cache.set(prepared.cacheKey, made.answer)
      if (trace && made.cache === 'miss') finishTrace(parts, trace, prepared, { answer: made.answer })
      // The replica that made the answer also recorded the run.
      else trace?.release()
      return made
    } catch (error) {
      if (trace) finishTrace(parts, trace, prepared, { error })
      throw error
    } finally {
      deadline.end()
    }
  }
}

function startDeadline(ms: number): { readonly atMs: number; readonly signal: AbortSignal; end(): void } {
  const deadline = new AbortController()
  const abort = () => deadline.abort(new Fault('upstream_timeout', `no answer within ${ms} ms`))
  const timer = setTimeout(abort, ms)
  return { atMs: performance.now() + ms, signal: deadline.signal, end: () => clearTimeout(timer) }
}

interface RunLimits {
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly trace: RunTrace | undefined
}

/** Caches the site's own answer, if the general one was asked for: it is there as well. */
async function makeHere(
  parts: MakerParts,
  request: MakeRequest,
  options: RunOptions,
  { signal, deadlineMs, trace }: RunLimits,
): Promise<Answer> {
  const { prepared, freshness } = request
  const { caller, onTiming } = options
  const { recordFor: _, ...part } = options
  const { answer, general } = await runAndReport(parts, prepared, trace, () =>
    runRequest(parts, prepared, {
      caller,
      signal,
      deadlineMs,
      onTiming,
      store: freshness.store,
      trace,
      runNative: (call, until) => parts.runPart(call, request, { ...part, signal: until, within: trace }),
    }),
  )
  if (!general) return answer
  const ownCacheKey = prepared.work.kind === 'site' ? prepared.work.reading?.ownCacheKey : undefined
  if (ownCacheKey !== undefined && freshness.store) parts.cache.set(ownCacheKey, answer)
  return general
}

function finishTrace(
  { recorder }: MakerParts,
  trace: RunTrace,
  { entry, params }: PreparedRequest,
  end: { readonly answer?: Answer; readonly error?: unknown },
): void {
  recorder?.finish(trace, { operation: entry.operation.id, site: entry.site.name, params, ...end })
}
