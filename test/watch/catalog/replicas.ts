// Replicas that check one catalog at the same time, take turns as the seed says, and are interrupted at any step.
import { systemClock } from '../../../src/runtime/clock.ts'
import type { Database } from '../../../src/store/database.ts'
import { type CatalogRequest, createCatalogChecker } from '../../../src/watch/check/catalog-checker.ts'
import { type CatalogStore, createCatalogStore } from '../../../src/watch/store/catalog-store.ts'
import { createCheckStore } from '../../../src/watch/store/check-store.ts'
import { createHistoryStore } from '../../../src/watch/store/history-store.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import type { Choices } from '../histories/seeded.ts'
import { createTurns, type Step } from './seeded-turns.ts'

export type Replica = ReturnType<typeof replicaOf>

export function replicaOf(database: Database<unknown>) {
  return {
    catalogs: createCatalogStore(database),
    checks: createCheckStore(database),
    watches: createWatchStore(database),
    history: createHistoryStore(database),
  }
}

class Interrupted extends Error {}

/** By all replicas at once, each interrupted now and then, until the check is recorded. */
export async function checkOnce(
  replicas: readonly Replica[],
  id: string,
  request: CatalogRequest,
  choices: Pick<Choices, 'between' | 'chance'>,
  wallMs: () => number = () => systemClock.wallMs(),
): Promise<void> {
  const chance = (share: number) => choices.chance(share)
  const turns = createTurns(choices)
  const before = await replicas[0]?.watches.find(id)
  const interrupt = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    if (chance(0.1)) throw new Interrupted()
    return done
  }
  const signal = new AbortController().signal
  await Promise.all(
    replicas.map(({ catalogs, checks, watches }) =>
      turns.join(async step => {
        const store = stepwise(catalogs, step)
        for (;;) {
          const watch = await step(() => watches.find(id))
          if (!watch || watch.checkSeq !== before?.checkSeq) return
          const check = createCatalogChecker({
            request: (...given) => step(() => interrupt(request(...given))),
            store: { ...store, save: (...given) => step(() => interrupt(catalogs.save(...given))) },
            // It never ends a slice by itself.
            clock: { ...systemClock, wallMs, monotonicMs: () => 0 },
          })
          try {
            const made = await check(watch, { signal, maxAgeMs: 0, ...(chance(0.2) && { sliceMs: 0 }) })
            if ('atMs' in made) await step(() => checks.record(watch, made))
          } catch (error) {
            if (!(error instanceof Interrupted)) throw error
          }
        }
      }),
    ),
  )
}

/** The same store; each of its calls is a step. */
function stepwise(store: CatalogStore, step: Step): CatalogStore {
  return {
    read: (...given) => step(() => store.read(...given)),
    save: (...given) => step(() => store.save(...given)),
    load: (...given) => step(() => store.load(...given)),
    chunks: (...given) => step(() => store.chunks(...given)),
    news: (...given) => step(() => store.news(...given)),
  }
}
