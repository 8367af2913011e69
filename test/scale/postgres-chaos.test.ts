// A real PostgreSQL stopped and frozen under load: known keys keep working for a while, unknown ones get Retry-After, and no
// call is lost or counted twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wares } from '../e2e/process.ts'
import { queryPostgres, postgresServer, type Service, startPostgres } from '../services.ts'
import { failures, startLoad } from './load-generator.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  type Reply,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'

const GRACE_S = 6

describe.skipIf(postgresServer === undefined)('PostgreSQL outage', () => {
  let postgres: Service
  let shop: CountingShop
  let fleet: ReplicaGroup

  beforeAll(async () => {
    ;[postgres, shop] = await Promise.all([startPostgres(), startCountingShop()])
    fleet = await startReplicaGroup({
      count: 2,
      shop,
      databaseUrl: postgres.url,
      settings: `database_grace_s: ${GRACE_S}`,
    })
  })
  afterAll(async () => {
    await fleet.close()
    await shop.close()
    await postgres.remove()
  })

  const states = async () =>
    (await Promise.all(fleet.replicas.map(one => one.ready()))).map(one => one.status)
  const ready = () => expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready'])
  const degraded = () => expect.poll(states, { timeout: 60_000 }).toEqual(['degraded', 'degraded'])
  const ask = (n: number, key: string): Promise<Reply> => {
    const replica = fleet.replicas[n % 2]
    if (!replica) throw new Error('no replica')
    return replica.ask(trends(1), { 'x-api-key': key })
  }
  const callsOf = async (keyId: string): Promise<number> => {
    const rows = await queryPostgres<{ calls: string | null }>(
      postgres.url,
      `SELECT sum(calls) AS calls FROM wares.usage WHERE key_id = '${keyId}'`,
    )
    return Number(rows[0]?.calls ?? '0')
  }
  const newKey = () => fleet.newKey('--rate', '100000', '--burst', '100000')

  it.each([
    { name: 'stopped', begin: () => postgres.kill(), end: () => postgres.start() },
    { name: 'frozen', begin: async () => postgres.freeze(), end: async () => postgres.thaw() },
  ])(
    '$name: known keys keep working, unknown ones must wait, no call is left out of the usage',
    async ({ begin, end }) => {
      await ready()
      const [known, unknown] = [await newKey(), await newKey()]
      const before = await Promise.all([ask(0, known.key), ask(1, known.key)])
      expect(before.map(reply => reply.status)).toEqual([200, 200])
      const load = startLoad(4, count => ({
        url: (fleet.replicas[count % 2]?.address ?? '') + trends(1),
        headers: { 'x-api-key': known.key },
      }))
      await sleep(1_500)
      await begin()
      await degraded()
      const refused = await ask(0, unknown.key)
      expect([refused.status, JSON.parse(refused.text).code, refused.headers['retry-after']]).toEqual([
        503,
        'overloaded',
        '2',
      ])
      expect((await fleet.replicas[0]?.ready())?.reasons.join()).toMatch(/^PostgreSQL: /)
      await sleep(1_500)
      await end()
      await ready()
      const shots = await load.stop()
      expect(failures(shots)).toEqual([])
      expect((await ask(0, unknown.key)).status).toBe(200)
      // A batch whose outcome got lost with the connection is added again.
      await expect.poll(() => callsOf(known.id), { timeout: 60_000 }).toBeGreaterThanOrEqual(shots.length + 2)
    },
    240_000,
  )

  it('gone for longer than the grace period: known keys must wait too, until it is back', async () => {
    await ready()
    const { key } = await newKey()
    expect([(await ask(0, key)).status, (await ask(1, key)).status]).toEqual([200, 200])
    await postgres.kill()
    await degraded()
    expect((await ask(0, key)).status).toBe(200)
    await expect
      .poll(async () => (await ask(0, key)).status, { timeout: (GRACE_S + 5) * 1_000, interval: 500 })
      .toBe(503)
    await postgres.start()
    await ready()
    expect((await ask(0, key)).status).toBe(200)
  }, 240_000)

  it('gone at start: reported in one sentence', async () => {
    const { code, stderr } = await wares(['keys', 'list'], {
      ...fleet.env,
      WARES_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(/^PostgreSQL at 127\.0\.0\.1:1 cannot be used/)
  })
})
