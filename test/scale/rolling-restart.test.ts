// A rolling restart behind a plain TCP load balancer, under load: not one request fails.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresServer, redisServer, createTestRedis } from '../services.ts'
import { failures, startLoad } from './load-generator.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'
import { startTcpServer } from '../support/servers.ts'

interface Balancer {
  readonly address: string
  close(): Promise<void>
}

/** Round robin over the replicas whose /readyz is 200; a refused connection goes to the next. */
async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>(ports)
  let turn = 0
  const closing = new AbortController()
  const checking = (async () => {
    while (!closing.signal.aborted) {
      await Promise.all(
        ports.map(async port => {
          const reply = await fetch(`http://127.0.0.1:${port}/readyz`, {
            headers: { connection: 'close' },
          }).catch(() => undefined)
          await reply?.arrayBuffer().catch(() => undefined)
          if (reply?.status === 200) healthy.add(port)
          else healthy.delete(port)
        }),
      )
      await sleep(50)
    }
  })()
  const pass = (client: Socket, tried: number) => {
    const ready = [...healthy]
    const port = ready[turn++ % ready.length]
    if (port === undefined || tried > 5) {
      client.destroy()
      return
    }
    const server = connect(port, '127.0.0.1')
    let connected = false
    server.once('connect', () => {
      connected = true
      // Forwards the end of each side after its last byte.
      client.pipe(server).pipe(client)
    })
    server.once('error', () => (connected ? client.destroy() : pass(client, tried + 1)))
    client.once('close', () => server.destroy())
    client.on('error', () => {})
  }
  const balancer = await startTcpServer(client => pass(client, 0))
  return {
    address: balancer.origin,
    async close() {
      closing.abort()
      await checking
      await balancer.close()
    },
  }
}

describe.skipIf(redisServer === undefined || postgresServer === undefined)('rolling restart', () => {
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let shop: CountingShop
  let fleet: ReplicaGroup
  beforeAll(async () => {
    ;[redis, shop] = await Promise.all([createTestRedis(), startCountingShop()])
    fleet = await startReplicaGroup({
      count: 3,
      shop,
      redisUrl: redis.url,
      redisPrefix: redis.prefix,
      // Longer than callers keep an idle connection.
      settings: 'drain_ms: 2500',
    })
  })
  afterAll(async () => {
    await fleet.close()
    await shop.close()
    await redis.drop()
  })

  it('fails no request, neither cache hits nor slow fetches', async () => {
    const { key } = await fleet.newKey('--rate', '100000', '--burst', '100000')
    const balancer = await startBalancer(fleet.replicas.map(replica => replica.port))
    shop.delayMs = 150
    const load = startLoad(12, count => ({
      // Every fourth request is new to all replicas.
      url: balancer.address + trends(count % 4 === 0 ? 2 + ((count / 4) % 490) : 1),
      headers: { 'x-api-key': key },
    }))
    await sleep(500)
    for (const replica of fleet.replicas.slice()) {
      fleet.replicas.splice(fleet.replicas.indexOf(replica), 1)
      expect(await replica.process.stop()).toBe(0)
      await fleet.add(replica.port)
      await sleep(300)
    }
    const shots = await load.stop()
    await balancer.close()
    expect(failures(shots)).toEqual([])
    expect(shots.length).toBeGreaterThan(200)
  }, 120_000)
})
