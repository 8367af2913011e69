// OpenTelemetry traces and metrics, configured by its standard environment variables; without them nothing is loaded.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Attributes, Meter, Span, Tracer } from '@opentelemetry/api'
import { operatorError } from '../runtime/operator-error.ts'
import type { EventMap, Events } from '../runtime/events.ts'

type Env = Readonly<Record<string, string | undefined>>
type Api = typeof import('@opentelemetry/api')

/** A service manager waits 30 s for the whole stop; an exporter's own time limits are longer, or count from the last byte. */
const CLOSE_MS = 3_000

/** What happened for one request, until its answer makes a trace of it. */
interface Trace {
  readonly headers: IncomingHttpHeaders
  readonly attempts: { readonly event: Attempt; readonly endedAt: number }[]
}

type Attempt = EventMap['attempt'][0]

/** Undefined unless a variable of OpenTelemetry names an exporter. */
export async function openTelemetry(env: Env, events: Events, version: string) {
  if (!isWanted(env)) return undefined
  const { sdk, api } = await load()
  const running = new sdk.NodeSDK({ serviceName: env.OTEL_SERVICE_NAME ?? 'wares', instrumentations: [] })
  running.start()
  const current = new AsyncLocalStorage<Trace>()
  traceAnswers(api, api.trace.getTracer('wares', version), events, current)
  countEvents(api.metrics.getMeter('wares', version), events)
  return {
    /** Requests of this server become traces. */
    follow: (server: Server) =>
      server.prependListener('request', ({ headers }) => current.enterWith({ headers, attempts: [] })),
    // Nobody waits for a collector: what it has not taken by then is lost, and nothing else is.
    close: (): Promise<void> => Promise.race([running.shutdown().catch(() => {}), setTimeout(CLOSE_MS)]),
  }
}

function isWanted(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  return Object.entries(env).some(
    ([name, value]) =>
      value &&
      (/^OTEL_EXPORTER_OTLP_(\w+_)?ENDPOINT$/.test(name) || /^OTEL_(TRACES|METRICS)_EXPORTER$/.test(name)),
  )
}

/** It is not installed with Wares, which works without it. */
async function load() {
  try {
    return { sdk: await import('@opentelemetry/sdk-node'), api: await import('@opentelemetry/api') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw operatorError(
      'OpenTelemetry is configured by its OTEL_ variables but not installed: npm install @opentelemetry/sdk-node @opentelemetry/api',
    )
  }
}

function traceAnswers(api: Api, tracer: Tracer, events: Events, current: AsyncLocalStorage<Trace>): void {
  events.on('attempt', event => current.getStore()?.attempts.push({ event, endedAt: Date.now() }))
  events.on('answered', ({ requestId, operation, keyId, method, path, status, outcome, cache, ms }) => {
    const { headers = {}, attempts = [] } = current.getStore() ?? {}
    const endedAt = Date.now()
    const parent = api.propagation.extract(api.ROOT_CONTEXT, headers)
    const span = tracer.startSpan(
      `${method} ${operation ?? path}`,
      {
        kind: api.SpanKind.SERVER,
        startTime: endedAt - ms,
        attributes: withoutUndefined({
          'http.request.method': method,
          'url.path': path,
          'http.response.status_code': status,
          'wares.request_id': requestId,
          'wares.operation': operation,
          'wares.key_id': keyId,
          'wares.outcome': outcome,
          'wares.cache': cache,
        }),
      },
      parent,
    )
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR, message: outcome })
    for (const attempt of attempts) traceAttempt(api, tracer, span, attempt)
    span.end(endedAt)
  })
}

function traceAttempt(
  api: Api,
  tracer: Tracer,
  parent: Span,
  { event, endedAt }: Trace['attempts'][number],
): void {
  const span = tracer.startSpan(
    `GET ${event.host}`,
    {
      kind: api.SpanKind.CLIENT,
      startTime: endedAt - event.ms,
      attributes: withoutUndefined({
        'server.address': event.host,
        'http.response.status_code': event.status,
        'http.response.body.size': event.bytes,
        'error.type': event.fault,
        'wares.site': event.site,
      }),
    },
    api.trace.setSpan(api.ROOT_CONTEXT, parent),
  )
  if (event.fault !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: event.fault })
  span.end(endedAt)
}

/** Counts what /metrics has, under the names of OpenTelemetry. */
function countEvents(meter: Meter, events: Events): void {
  const answers = meter.createCounter('wares.answers', { description: 'Answers to callers' })
  const duration = meter.createHistogram('wares.answer.duration', {
    unit: 's',
    description: 'Time to the answer',
  })
  const runs = meter.createCounter('wares.runs', { description: 'Operations that read a shop' })
  const attempts = meter.createCounter('wares.upstream.attempts', { description: 'Requests to shops' })
  const upstream = meter.createHistogram('wares.upstream.duration', {
    unit: 's',
    description: 'Time of these requests',
  })
  events.on('answered', ({ operation = 'none', outcome, cache, ms }) => {
    answers.add(1, { operation, outcome, cache })
    duration.record(ms / 1000, { cache })
  })
  events.on('hits', ({ operation, count }) => answers.add(count, { operation, outcome: 'ok', cache: 'hit' }))
  events.on('run', ({ site, operation, outcome }) => runs.add(1, { site, operation, outcome }))
  events.on('attempt', ({ site, status, fault, ms }) => {
    attempts.add(1, { site, outcome: fault ?? String(status) })
    upstream.record(ms / 1000, { site })
  })
}

function withoutUndefined(values: Record<string, string | number | undefined>): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) attributes[name] = value
  return attributes
}
