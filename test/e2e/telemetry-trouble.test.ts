// An exporter of OpenTelemetry that hangs, refuses or breaks the connection: the server starts, answers, stops in time and
// loses nothing of its own.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../start-wares.ts'
import { COMMAND, start, wares } from './process.ts'

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
    const data = mkdtempSync(join(tmpdir(), 'wares-telemetry-'))
    const receiver = createServer(listener).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port: receiverPort } = receiver.address() as AddressInfo
    if (!listener) receiver.close()
    const [port, sandbox] = [await freePort(), await freePort()]
    const server = start(process.execPath, [COMMAND, 'start'], {
      WARES_DATA: data,
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(sandbox),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiverPort}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    })
    try {
      const [key] = await server.until(/wares_\w+/)
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/scraper/sneakerhub/prices?id=1044287`, {
        headers: { 'x-api-key': key },
      })
      expect(answer.status).toBe(200)
      const stoppedAt = performance.now()
      expect(await server.stop(), server.output()).toBe(0)
      expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS)
      const usage = await wares(['usage', '--json'], { WARES_DATA: data })
      expect(usage.stdout).toContain('sneakerhub.prices')
    } finally {
      receiver.closeAllConnections()
      receiver.close()
      rmSync(data, { recursive: true })
    }
  },
  60_000,
)
