// The embedded store under kill -9 at any moment: no key or revocation is lost, and at most one second of usage.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wares } from '../e2e/process.ts'
import { sample } from '../sample.ts'
import { startLoad } from './load-generator.ts'
import {
  type CountingShop,
  type ReplicaGroup,
  startCountingShop,
  startReplicaGroup,
  trends,
} from './replica-group.ts'

describe('embedded store under kill -9', () => {
  let shop: CountingShop
  let fleet: ReplicaGroup
  beforeAll(async () => {
    shop = await startCountingShop()
    fleet = await startReplicaGroup({ count: 1, shop })
  })
  afterAll(async () => {
    await fleet.close()
    await shop.close()
  })

  async function killAndStart(): Promise<void> {
    const [replica] = fleet.replicas.splice(0)
    if (!replica) throw new Error('no replica')
    replica.process.child.kill('SIGKILL')
    await once(replica.process.child, 'exit')
    await fleet.add(replica.port)
  }

  it.each([...sample([700, 150, 1_300], 3)])(
    'survives %i ms into a load',
    async delayMs => {
      const [kept, ended] = [
        await fleet.newKey('--rate', '100000', '--burst', '100000'),
        await fleet.newKey('--rate', '100000', '--burst', '100000'),
      ]
      const address = fleet.replicas[0]?.address ?? ''
      const load = startLoad(4, () => ({ url: address + trends(1), headers: { 'x-api-key': kept.key } }), 5)
      await sleep(delayMs)
      expect((await wares(['keys', 'revoke', ended.id], fleet.env)).code).toBe(0)
      const late = await fleet.newKey()
      // Answered more than a second before the kill, with a margin for a flush in progress.
      const safe = load.take().filter(shot => shot.status === 200).length
      await sleep(1_300)
      await killAndStart()
      const answered = safe + (await load.stop()).filter(shot => shot.status === 200).length
      const ask = (key: string) => fleet.replicas[0]?.ask(trends(1), { 'x-api-key': key })
      const usage = await fleet.replicas[0]?.ask('/api/v1/usage', { 'x-api-key': kept.key })
      const { totals } = JSON.parse(usage?.text ?? '') as { totals: { calls: number } }
      expect(safe).toBeGreaterThan(0)
      expect(totals.calls).toBeGreaterThanOrEqual(safe)
      expect(totals.calls).toBeLessThanOrEqual(answered + 4)
      expect([(await ask(kept.key))?.status, (await ask(late.key))?.status]).toEqual([200, 200])
      expect((await ask(ended.key))?.status).toBe(401)
    },
    60_000,
  )
})
