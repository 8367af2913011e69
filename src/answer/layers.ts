// The layers around a run: each does one thing and calls the next. Their order is in index.ts.
import { Fault } from '#kit/fault'
import type { Recorder } from '../record/recordings/recorder.ts'
import type { RecordedCaller, RunTrace } from '../record/recordings/run-trace.ts'
import { taughtTexts } from '#reader/taught/taught-rule'
import type { Send } from '../fetch/layer.ts'
import type { Answer } from './cache/answer.ts'
import type { AnswerCache, Freshness } from './cache/answer-cache.ts'
import { type ConcurrencyLimiter, createInFlightRequests } from './cache/in-flight-requests.ts'
import type { RequestContext } from './run-task.ts'
import { statsNameOf, type PreparedRequest } from './request/prepare-request.ts'
import { type ReportParts, runAndReport } from './report-run.ts'
import type { Revalidation } from './cache/revalidation.ts'
import type { OperationAnswers } from './cache/answer.ts'
import type { ServedAnswer, SharedCache } from './cache/shared-cache.ts'
import { simulateFault } from './request/simulated-fault.ts'

/** A request whose answer is to be made. */
export interface AnswerRequest {
  readonly prepared: PreparedRequest
  readonly freshness: Freshness
}

/** Who asks, and what the run reports to. */
export interface RunOptions {
  /** A key's id or a client address. */
  readonly caller: string
  /** Aborts when this caller disconnects; below `share`, when no caller waits any more. */
  readonly signal: AbortSignal
  readonly onTiming: RequestContext['onTiming']
  /** The caller to record the run for, if recording is enabled. */
  readonly recordFor?: RecordedCaller
  /** The run that this one is part of. */
  readonly within?: RunTrace | undefined
}

interface Run extends RunOptions {
  readonly trace?: RunTrace | undefined
}

export type AnswerHandler = (request: AnswerRequest, run: Run) => Promise<ServedAnswer>
export type AnswerLayer = (next: AnswerHandler) => AnswerHandler

/** A run whose deadline has started. */
export interface TimedRun extends Run {
  /** Aborts also when the deadline passes. */
  readonly aborted: AbortSignal
  readonly deadlineMs: number
}

/** The limits of a run for its requests to shops, with what its recording listens to. */
export function requestContext({ caller, aborted, deadlineMs, onTiming, trace }: TimedRun): RequestContext {
  const common = { caller, signal: aborted, deadlineMs }
  if (!trace) return { ...common, onTiming }
  return {
    ...common,
    onTiming(stage, ms) {
      trace.onTiming(stage, ms)
      onTiming(stage, ms)
    },
    onExchange: exchange => trace.onExchange(exchange),
  }
}

/** Makes an answer, and the site's own beside a general one. */
export type AnswerProducer = (request: AnswerRequest, run: TimedRun, send: Send) => Promise<OperationAnswers>
export type ProducerLayer = (next: AnswerProducer) => AnswerProducer

type RunRecorder = Pick<Recorder, 'start' | 'finish'> & Partial<Pick<Recorder, 'recordsAll'>>

export function compose<T>(layers: readonly ((next: T) => T)[], inner: T): T {
  return layers.reduceRight((next, layer) => layer(next), inner)
}

export function onlyIfCached(sharedCache: SharedCache | undefined): AnswerLayer {
  return next => async (request, run) => {
    const { prepared, freshness } = request
    if (!freshness.onlyIfCached) return next(request, run)
    const answer = await sharedCache?.find(prepared.cacheKey, freshness)
    if (answer) return { answer, cache: 'hit' }
    throw new Fault('upstream_timeout', 'only-if-cached was requested, and no fresh answer is cached')
  }
}

export function limitInFlight(limiter: ConcurrencyLimiter): AnswerLayer {
  return next => async (request, run) => {
    const leave = limiter.enter(statsNameOf(request.prepared))
    try {
      return await next(request, run)
    } finally {
      leave()
    }
  }
}

/** Identical requests share one run, and its trace. `isShared`: other replicas may return an older answer. */
export function coalesceRuns(recorder: RunRecorder | undefined, isShared: boolean): AnswerLayer {
  const flights = createInFlightRequests<ServedAnswer>()
  const traces = new Map<string, RunTrace>()
  return next => async (request, run) => {
    const name = flightName(request, isShared)
    const flight = flights.join(name, run.signal, signal => {
      const trace = recorder?.start()
      if (!trace) return next(request, { ...run, signal })
      traces.set(name, trace)
      return next(request, { ...run, signal, trace }).finally(() => {
        if (traces.get(name) === trace) traces.delete(name)
      })
    })
    const trace = traces.get(name)
    if (trace && run.recordFor) trace.attach(run.recordFor)
    if (trace) run.within?.include(trace)
    const served = await flight.result
    return flight.shared && served.cache === 'miss' ? { answer: served.answer, cache: 'shared' } : served
  }
}

/** A caller with a maximum age joins only callers with the same one. */
function flightName({ prepared, freshness: { maxAgeMs } }: AnswerRequest, isShared: boolean): string {
  const { cacheKey } = prepared
  return isShared && maxAgeMs !== Number.POSITIVE_INFINITY ? `${cacheKey} ${maxAgeMs}` : cacheKey
}

/** Keeps the answer in this process, and records how the run ended. */
export function cacheAnswers(cache: AnswerCache, recorder: RunRecorder | undefined): AnswerLayer {
  return next => async (request, run) => {
    const { prepared, freshness } = request
    const finish = (end: { readonly answer?: Answer; readonly error?: unknown }): void => {
      const { entry, params, work } = prepared
      const fields = work.kind === 'listed' ? work.page.shop.fields : undefined
      const rules = fields && taughtTexts(fields)
      const about = { operation: entry.operation.id, site: entry.site.name, params, rules }
      if (run.trace) recorder?.finish(run.trace, { ...about, ...end })
    }
    try {
      const served = await next(request, run)
      if (freshness.store) cache.set(prepared.cacheKey, served.answer)
      if (served.cache === 'miss') finish({ answer: served.answer })
      // The replica that made the answer also recorded the run.
      else run.trace?.release()
      return served
    } catch (error) {
      finish({ error })
      throw error
    }
  }
}

/** The innermost of the layers that serve: starts the deadline, waits for another replica, or makes the answer here. */
export function withinDeadline(
  deadlineMs: number,
  { sharedCache, cache, send }: { sharedCache: SharedCache | undefined; cache: AnswerCache; send: Send },
  make: AnswerProducer,
): AnswerHandler {
  return async (request, run) => {
    const { prepared, freshness } = request
    const deadline = startDeadline(deadlineMs)
    const aborted = AbortSignal.any([run.signal, deadline.signal])
    const makeHere = async (): Promise<Answer> => {
      const { answer, general } = await make(request, { ...run, aborted, deadlineMs: deadline.atMs }, send)
      // The site's own answer is there as well, if the general one was asked for.
      const ownKey = prepared.work.kind === 'site' ? prepared.work.reading?.ownCacheKey : undefined
      if (general && ownKey !== undefined && freshness.store) cache.set(ownKey, answer)
      return general ?? answer
    }
    try {
      return sharedCache && freshness.store
        ? await sharedCache.getOrCreate(
            prepared.cacheKey,
            freshness,
            { abandoned: run.signal, aborted },
            makeHere,
          )
        : { answer: await makeHere(), cache: 'miss' }
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

export function reportRuns(parts: ReportParts): ProducerLayer {
  return next => (request, run, send) =>
    runAndReport(parts, request.prepared, run.trace, () => next(request, run, send))
}

/** Asks the shop whether anything has changed. Not for answers of several shops, and not where every answer is recorded. */
export function revalidate(revalidation: Revalidation, recorder: RunRecorder | undefined): ProducerLayer {
  return next => async (request, run, send) => {
    const { work, magicWord, cacheKey } = request.prepared
    const isAsked =
      magicWord === undefined && request.freshness.store && !recorder?.recordsAll && work.kind !== 'compose'
    if (!isAsked) return next(request, run, send)
    const revalidated = await revalidation.begin(cacheKey, send, requestContext(run))
    if (revalidated.unchanged) return revalidated.unchanged
    const answers = await next(request, run, revalidated.send)
    revalidated.keep(answers)
    return answers
  }
}

/** The sandbox's shop simulates the fault that a magic word names. */
export const simulateFaults: ProducerLayer = next => (request, run, send) => {
  const { magicWord } = request.prepared
  return next(request, run, magicWord ? simulateFault(send, magicWord) : send)
}
