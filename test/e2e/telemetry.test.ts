// `wares start` with the variables of OpenTelemetry, and a receiver of its HTTP protocol: traces with request ids, metrics.
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { COMMAND, type RunningProcess, start } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface SpanData {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
}
interface Received {
  readonly resourceSpans?: readonly { scopeSpans: readonly { spans: readonly SpanData[] }[] }[]
  readonly resourceMetrics?: readonly { scopeMetrics: readonly { metrics: readonly { name: string }[] }[] }[]
}

const data = temporaryFolder('telemetry')
const received: Received[] = []
let server: RunningProcess
let port = 0
let key = ''

beforeAll(async () => {
  const receiver = await startHttpServer((request, response) => {
    void json(request).then(body => {
      received.push(body as Received)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  port = await freePort()
  server = start(process.execPath, [COMMAND, 'start'], {
    WARES_DATA: data,
    WARES_PORT: String(port),
    WARES_SANDBOX_PORT: String(await freePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_METRIC_EXPORT_TIMEOUT: '400',
  })
  key = (await server.until(/wares_\w+/))[0]
})
afterAll(() => server.stop())

const spans = () =>
  received
    .flatMap(one => one.resourceSpans ?? [])
    .flatMap(one => one.scopeSpans.flatMap(scope => scope.spans))
const metrics = () =>
  received
    .flatMap(one => one.resourceMetrics ?? [])
    .flatMap(one => one.scopeMetrics.flatMap(scope => scope.metrics.map(metric => metric.name)))
const attribute = (span: SpanData | undefined, name: string) =>
  Object.values(span?.attributes.find(one => one.key === name)?.value ?? {})[0]

it('sends a trace with the request id, the requests to the shop below it, in the trace of the caller', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/scraper/sneakerhub/prices?id=1044287`, {
    headers: { 'x-api-key': key, traceparent: `00-${trace}-b7ad6b7169203331-01` },
  })
  expect(answer.status).toBe(200)
  const id = answer.headers.get('x-request-id')
  const find = () => spans().find(span => attribute(span, 'wares.request_id') === id)
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 20_000 })
  const span = find()
  expect(span).toMatchObject({
    name: 'GET sneakerhub.prices',
    traceId: trace,
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(attribute(span, 'wares.outcome')).toBe('ok')
  const below = spans().filter(one => one.parentSpanId === span?.spanId)
  expect(below.map(one => attribute(one, 'wares.site'))).toEqual(['sneakerhub'])
})

it('sends metrics', async () => {
  await vi.waitFor(
    () => expect(metrics()).toEqual(expect.arrayContaining(['wares.answers', 'wares.upstream.duration'])),
    { timeout: 20_000 },
  )
})
