// The cache shared by replicas: an answer is found, awaited while another replica makes it, or made here and stored.
import { createHash } from 'node:crypto'
import type { Config } from '../../settings/config.ts'
import { Fault } from '#kit/fault'
import type { Lease, SharedAnswers } from '../../store/redis/redis-answers.ts'
import { raceWithAbort } from '../../runtime/race-with-abort.ts'
import { version } from '../../runtime/version.ts'
import type { Answer } from './answer.ts'
import type { Freshness } from './answer-cache.ts'
import {
  deserialiseAnswer,
  deserialiseFault,
  serialiseAnswer,
  serialiseFault,
} from './shared-answer-format.ts'

export interface ServedAnswer {
  readonly answer: Answer
  readonly cache: 'hit' | 'miss' | 'shared'
}

interface WaitSignals {
  /** Aborts when no caller of this process waits any more. */
  readonly abandoned: AbortSignal
  /** Aborts in that case too, or when the deadline passes. */
  readonly aborted: AbortSignal
}

export interface SharedCache {
  getOrCreate(
    name: string,
    freshness: Freshness,
    until: WaitSignals,
    make: () => Promise<Answer>,
  ): Promise<ServedAnswer>
  /** Looks up an answer without making one. */
  find(name: string, freshness: Freshness): Promise<Answer | undefined>
}

export function createSharedCache(shared: SharedAnswers, config: Pick<Config, 'sites'>): SharedCache {
  const nameOf = createKeyHasher(config)

  async function makeAndShare(
    lease: Lease | undefined,
    abandoned: AbortSignal,
    make: () => Promise<Answer>,
  ): Promise<ServedAnswer> {
    try {
      const answer = await make()
      // Other replicas wait for the compression; our own caller does not.
      void serialiseAnswer(answer).then(
        bytes => lease?.release({ bytes, madeAtMs: answer.madeAtMs, freshForMs: answer.freshForMs }),
        () => lease?.release(undefined),
      )
      return { answer, cache: 'miss' }
    } catch (error) {
      // If only our callers left, other replicas should try themselves instead of failing.
      const failure = error instanceof Fault && !abandoned.aborted ? serialiseFault(error) : undefined
      void lease?.release(undefined, failure)
      throw error
    }
  }

  return {
    async getOrCreate(name, freshness, { abandoned, aborted: over }, make) {
      const key = nameOf(name)
      const oldestMs = oldestAllowedMs(freshness)
      let waited = false
      for (;;) {
        const look = await shared.findOrLease(key, oldestMs)
        if (look.kind === 'found') {
          const answer = await deserialiseAnswer(look.bytes, Date.now())
          if (answer) return { answer, cache: waited ? 'shared' : 'hit' }
          // It has expired meanwhile, or the clock of the replica that made it is ahead.
          return makeAndShare(undefined, abandoned, make)
        }
        if (look.kind === 'make') return makeAndShare(look.lease, abandoned, make)
        waited = true
        const failure = await raceWithAbort(look.failure, over)
        if (failure !== undefined) throw deserialiseFault(failure)
      }
    },
    find: (name, freshness) => findShared(shared, nameOf(name), freshness),
  }
}

/** Reads from the shared cache and never writes: a bulk run over a whole catalog would evict what callers ask for. */
export function createReadOnlySharedCache(shared: SharedAnswers, config: Pick<Config, 'sites'>): SharedCache {
  const nameOf = createKeyHasher(config)
  const find: SharedCache['find'] = (name, freshness) => findShared(shared, nameOf(name), freshness)
  return {
    find,
    async getOrCreate(name, freshness, _until, make) {
      const cached = await find(name, freshness)
      return cached ? { answer: cached, cache: 'hit' } : { answer: await make(), cache: 'miss' }
    },
  }
}

async function findShared(
  shared: SharedAnswers,
  key: string,
  freshness: Freshness,
): Promise<Answer | undefined> {
  const bytes = await shared.peek(key, oldestAllowedMs(freshness))
  return bytes && deserialiseAnswer(bytes, Date.now())
}

/** Keys include the version and the origins, so that other releases and configurations do not share entries. */
function createKeyHasher(config: Pick<Config, 'sites'>): (name: string) => string {
  let sites: Config['sites'] | undefined
  let edition = ''
  return name => {
    // The settings may be replaced while the server runs.
    if (sites !== config.sites) {
      sites = config.sites
      const origins = Object.entries(sites).map(([site, { origins, settings }]) => [site, origins, settings])
      edition = `${version} ${JSON.stringify(origins)}`
    }
    return createHash('sha256').update(`${edition} ${name}`).digest('base64url')
  }
}

/** With `no-cache`, only an answer made after this request will do, whichever replica makes it. */
function oldestAllowedMs({ maxAgeMs }: Freshness): number {
  const nowMs = Date.now()
  return maxAgeMs === Number.POSITIVE_INFINITY ? 0 : nowMs - Math.max(0, maxAgeMs)
}
