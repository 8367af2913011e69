// An exporter of OpenTelemetry that hangs, refuses or breaks the connection: the server starts, answers, stops in time and
// loses nothing of its own.
import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { freePort, startHttpServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { COMMAND, start, startServer, wares } from './process.ts'

/** The exporter has three seconds; the rest of a stop takes less than one on an idle machine. */
const STOP_MS = 8_000

it.each<[string, RequestListener | undefined]>([
  ['never answers', () => {}],
  [
    'answers with a byte now and then',
    (_, response) => void setInterval(() => response.write(' '), 500).unref(),
  ],
  ['refuses', (_, response) => void response.writeHead(403).end()],
  ['asks to retry', (_, response) => void response.writeHead(503, { 'retry-after': '60' }).end()],
  ['breaks the connection', request => void request.socket.destroy()],
  ['does not listen', undefined],
])(
  'an exporter that %s',
  async (_, listener) => {
    const data = temporaryFolder('telemetry')
    const receiver = await startHttpServer(listener ?? (() => {}))
    if (!listener) await receiver.close()
    const [port, sandbox] = [await freePort(), await freePort()]
    const server = start(process.execPath, [COMMAND, 'start'], {
      WARES_DATA: data,
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(sandbox),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    })
    const [key] = await server.until(/wares_\w+/)
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/scraper/sneakerhub/prices?id=1044287`, {
      headers: { 'x-api-key': key },
    })
    expect(answer.status).toBe(200)
    const stoppedAt = performance.now()
    expect(await server.stop(), server.output()).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS)
    await startServer({ WARES_DATA: data })
    const usage = await wares(['usage', '--json'], { WARES_DATA: data })
    expect(usage.stdout).toContain('sneakerhub.prices')
  },
  60_000,
)
