// Runs due checks like a server, with prices that identify the check. Reports every check that it starts to its parent. Time
// runs SPEED times as fast, from the same moment in every replica.
// node watching-replica.ts URL EPOCH_MS SPEED
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../../src/watch/check/runner.ts'

const [, , url = '', epoch = '0', speed = '1'] = process.argv
const nowMs = () => Number(epoch) + (Date.now() - Number(epoch)) * Number(speed)
const store = await openPostgresStore(url)
const runner = createWatchRunner({
  queue: createWatchQueue(store.database),
  checks: createCheckStore(store.database),
  async check(watch) {
    process.send?.({ watch: watch.id, seq: watch.checkSeq })
    await sleep(Math.random() * 30)
    const price = `${watch.checkSeq + 1}.00 EUR`
    return {
      kind: 'facts' as const,
      facts: { price },
      requestId: `request-${watch.checkSeq + 1}`,
      atMs: nowMs(),
    }
  },
  clock: { wallMs: nowMs, monotonicMs: nowMs },
  siteLimit: () => 8,
  onError: error => process.send?.({ error: String(error) }),
})
runner.start()
process.on('message', () => {
  void runner.close().then(async () => {
    await store.close()
    process.disconnect?.()
  })
})
