// Histories played through the real stores, SQLite and PostgreSQL: two replicas record every check at the same time, and both
// start again from what is stored. The feed then has exactly the alerts that the oracle expects.
import { beforeAll, expect, it } from 'vitest'
import { createCheckStore } from '../../../src/watch/check-store.ts'
import { createHistoryStore } from '../../../src/watch/history-store.ts'
import { createWatchStore } from '../../../src/watch/watch-store.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { historyOf } from './history-plan.ts'
import { dueAlerts } from './oracle.ts'
import { resultOf } from './render-page.ts'

/** One of each theme, then those that once found a fault in the decision. */
const SEEDS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18, 139, 560, 1503, 1623]

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })

  it.each(SEEDS)(
    '%i has the alerts that are due, once each, with two replicas',
    async seed => {
      const { steps, plan, when } = historyOf(seed)
      const replicas = [connections.database, connections.other].map(database => ({
        checks: createCheckStore(database),
        watches: createWatchStore(database),
        history: createHistoryStore(database),
      }))
      const [one] = replicas
      if (!one) throw new Error('no replica')
      const variant = plan.size === null ? null : { size: plan.size }
      const created = await one.watches.add(
        {
          name: '',
          source: 'api',
          site: 'shop.example',
          url: 'https://shop.example/boots',
          operation: 'general.product',
          params: {},
          target: `history ${seed}`,
          everyS: 3_600,
          when,
          keepDays: null,
          variant,
          confirm: plan.confirm,
          cooldownS: plan.cooldownMs / 1000,
        },
        steps[0]?.atMs ?? 0,
      )
      for (const [index, step] of steps.entries()) {
        const check = { result: resultOf(step, variant), requestId: `check-${index}`, atMs: step.atMs }
        await Promise.all(
          replicas.map(async ({ checks, watches }) => {
            const watch = await watches.find(created?.id ?? '')
            // A replica that is late finds the check recorded: it has nothing to do.
            if (watch?.checkSeq === index) await checks.record(watch, check)
          }),
        )
      }
      const changes = await one.history.changes({ after: 0, watchId: created?.id, limit: 1_000 })
      const alerts = changes
        .filter(change => change.alert)
        .map(change => Number(change.requestId.slice('check-'.length)))
      expect([...new Set(alerts)]).toEqual([...dueAlerts(steps, plan)])
      const named = changes.map(change => `${change.requestId} ${change.type}`)
      expect(new Set(named).size).toBe(named.length)
    },
    120_000,
  )
})
