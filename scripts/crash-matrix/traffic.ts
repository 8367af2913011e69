// The load during the kills: requests with several keys, checks of watches on request, and a reader that follows the feed.
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultCode, faultTable } from '../../src/kit/fault.ts'
import type { Change } from './checks.ts'
import type { Reply, RoundRobin, RoundRobinRequest } from './round-robin.ts'
import { SHOPS } from './topology.ts'

export interface Sample {
  readonly what: 'request' | 'check' | 'feed'
  readonly fromMs: number
  readonly toMs: number
  /** `refused`: a documented error with Retry-After. `cut`: a replica was killed before it answered. */
  readonly outcome: 'right' | 'refused' | 'cut' | 'wrong'
  readonly text: string
  readonly key: string
  readonly reply: Reply
}

export interface Traffic {
  readonly samples: readonly Sample[]
  /** Changes in answers to checks, by watch. */
  readonly answered: ReadonlyMap<string, Change[]>
  /** What the reader of the feed has seen. */
  readonly followed: readonly Change[]
  stop(): Promise<void>
  /** Reads on in the feed. */
  follow(): Promise<void>
}

export interface TrafficOptions {
  readonly client: RoundRobin
  /** Keys for requests; each is used by one caller. */
  readonly keys: readonly string[]
  readonly watchKey: string
  readonly watches: readonly string[]
}

const PAGES = 20
const REQUEST_PAUSE_MS = 100
const CHECK_PAUSE_MS = 400
const FEED_PAUSE_MS = 700

const trends = (page: number) => `/api/v1/scraper/${SHOPS.asked.site}/trends?page=${page}`

/** What each page must answer: its shop stands still. */
async function readPages({ client, watchKey }: TrafficOptions): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (let page = 1; page <= PAGES; page++) {
    const { status, text } = await client.send({ path: trends(page), key: watchKey })
    if (status !== 200) throw new Error(`${trends(page)}: ${status} ${text}`)
    pages.set(trends(page), text)
  }
  return pages
}

type Take = (
  what: Sample['what'],
  wanted: RoundRobinRequest,
  isRight: (text: string) => boolean,
) => Promise<Sample>

function createTake(client: RoundRobin, samples: Sample[]): Take {
  return async (what, wanted, isRight) => {
    const fromMs = Date.now()
    const reply = await client.send(wanted)
    const outcome = outcomeOf(reply, isRight)
    const text = `${wanted.path}: ${reply.status ?? ''} ${reply.text.slice(0, 200)}`
    const sample = { what, fromMs, toMs: Date.now(), outcome, text, key: wanted.key, reply } as const
    samples.push(sample)
    return sample
  }
}

function createAsk(take: Take, pages: ReadonlyMap<string, string>, key: string) {
  return (count: number) => {
    const path = trends(1 + (count % PAGES))
    // A third of them reads the shop, also where the answer is cached.
    const headers: Record<string, string> = count % 3 === 0 ? { 'cache-control': 'no-cache' } : {}
    return take('request', { path, key, headers }, text => text === pages.get(path))
  }
}

function createCheck(take: Take, { watches, watchKey }: TrafficOptions, answered: Map<string, Change[]>) {
  return async (count: number) => {
    const id = watches[count % watches.length] ?? ''
    const wanted = { path: `/api/v2/watches/${id}/check`, key: watchKey, method: 'POST' } as const
    const { outcome, reply } = await take('check', wanted, has('changes'))
    if (outcome !== 'right') return
    const { changes } = JSON.parse(reply.text) as { changes: Change[] }
    answered.set(id, [...(answered.get(id) ?? []), ...changes])
  }
}

function createFollow(take: Take, key: string, followed: Change[]) {
  return async () => {
    const path = `/api/v2/changes?limit=1000&after=${followed.at(-1)?.id ?? 0}`
    const { outcome, reply } = await take('feed', { path, key }, has('cursor'))
    if (outcome === 'right') followed.push(...(JSON.parse(reply.text) as { changes: Change[] }).changes)
  }
}

const has = (name: string) => (text: string) => name in (JSON.parse(text) as object)

export async function startTraffic(options: TrafficOptions): Promise<Traffic> {
  const pages = await readPages(options)
  const samples: Sample[] = []
  const answered = new Map<string, Change[]>()
  const followed: Change[] = []
  const stopping = new AbortController()
  async function repeat(pauseMs: number, once: (count: number) => Promise<unknown>): Promise<void> {
    for (let count = 0; !stopping.signal.aborted; count++) {
      await once(count)
      await sleep(pauseMs)
    }
  }
  const take = createTake(options.client, samples)
  const follow = createFollow(take, options.watchKey, followed)
  const working = [
    ...options.keys.map(key => repeat(REQUEST_PAUSE_MS, createAsk(take, pages, key))),
    repeat(CHECK_PAUSE_MS, createCheck(take, options, answered)),
    repeat(FEED_PAUSE_MS, follow),
  ]
  return {
    samples,
    answered,
    followed,
    async stop() {
      stopping.abort()
      await Promise.all(working)
    },
    follow,
  }
}

function outcomeOf({ status, headers, text }: Reply, isRight: (text: string) => boolean): Sample['outcome'] {
  if (status === undefined) return 'cut'
  if (status === 200) return isRight(text) ? 'right' : 'wrong'
  const { code } = JSON.parse(text) as { code?: string }
  const fault = code !== undefined && code in faultTable ? faultTable[code as FaultCode] : undefined
  const isDocumented = fault?.status === status && fault.retryable && headers['retry-after'] !== undefined
  return isDocumented ? 'refused' : 'wrong'
}
