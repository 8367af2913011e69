// Silent sockets, clients that do not read, and a server that shuts down: all in bounded time, without losing a last byte.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { COMMAND, start } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { startSlowReader } from './slow-reader.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** More than a megabyte; eight of them exceed what the kernel buffers for a client that does not read. */
const LARGE = '/api/v1/storefront/products?limit=250'

const NEVER_S = 120

/** On a busy machine the first answer may exceed the timeout of a call. */
async function fillCache(wares: TestWares): Promise<void> {
  await expect.poll(async () => (await wares.call(LARGE)).status, { timeout: 50_000 }).toBe(200)
}

describe.concurrent('connections:', () => {
  it('silent sockets are closed, and the server survives with 200 descriptors', async () => {
    const dataDir = temporaryFolder('silent')
    const port = await freePort()
    const server = start('bash', ['-c', `ulimit -n 200; exec "${process.execPath}" ${COMMAND} start`], {
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(await freePort()),
      WARES_DATA: dataDir,
    })
    await server.until(/127\.0\.0\.1:\d+/, 60_000)
    const sockets: Socket[] = []
    for (let count = 0; count < 400; count++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      sockets.push(socket)
      if (count % 50 === 0) await sleep(20)
    }
    const isAlive = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`, {
        signal: AbortSignal.timeout(3_000),
        headers: { connection: 'close' },
      }).catch(() => undefined)
      return reply?.status === 200
    }
    // The header timeout is 10 s, checked every 2 s; the last of the 400 connect when the first are gone.
    let alive = false
    for (let tries = 0; tries < 45 && !alive; tries++) {
      await sleep(1_000)
      alive = await isAlive()
    }
    expect(alive).toBe(true)
    expect(server.child.exitCode).toBe(null)
    for (const socket of sockets) socket.destroy()
    expect(await server.stop()).toBe(0)
  }, 120_000)

  it('a slow reader gets its last byte while the server shuts down', async () => {
    const wares = await startTestWares()
    await fillCache(wares)
    const whole = await wares.call(LARGE)
    expect(whole.bytes.length).toBeGreaterThan(400_000)
    const reader = await startSlowReader(wares.address, LARGE, wares.key, 1.5)
    await sleep(300)
    await wares.stop()
    expect(await reader.received).toBe(whole.bytes.length)
  }, 120_000)

  it('a client that never reads does not keep the server from shutting down', async () => {
    const wares = await startTestWares({ WARES_DEADLINE_MS: '10000' })
    await fillCache(wares)
    const reader = await startSlowReader(wares.address, LARGE, wares.key, NEVER_S, 8)
    await sleep(300)
    const startedMs = performance.now()
    await wares.stop()
    const tookMs = performance.now() - startedMs
    expect(tookMs).toBeGreaterThan(5_000)
    // At the end of the 25 s grace period, and long before the client would read.
    expect(tookMs).toBeLessThan((NEVER_S * 1_000) / 2)
    reader.stop()
  }, 150_000)

  it.skipIf(process.platform !== 'linux')(
    'a client that never reads is disconnected while the server runs',
    async () => {
      const wares = await startTestWares({ WARES_DEADLINE_MS: '10000' })
      await fillCache(wares)
      const { port } = new URL(wares.address)
      const socket = connect(Number(port), '127.0.0.1').pause()
      socket.on('error', () => {})
      await new Promise(resolve => socket.once('connect', resolve))
      socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nx-api-key: ${wares.key}\r\n\r\n`.repeat(12))
      const isOpen = () => isEstablished(Number(port), socket.localPort ?? 0)
      await sleep(5_000)
      expect(isOpen()).toBe(true)
      // 25 s without a byte, and up to twice that if the last check still saw progress.
      let tries = 0
      while (isOpen() && tries < 60) {
        tries++
        await sleep(1_000)
      }
      expect(tries).toBeLessThan(58)
      socket.destroy()
      await wares.stop()
    },
    150_000,
  )
})

/** Whether the server's side of a connection is still open, according to the kernel. */
function isEstablished(serverPort: number, clientPort: number): boolean {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .some(
      ([, local, remote, state]) =>
        local?.endsWith(hex(serverPort)) && remote?.endsWith(hex(clientPort)) && state === '01',
    )
}
