// Generates a steady load for chaos tests; records every answer with its time.
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

export interface LoadSample {
  readonly status: number
  readonly ms: number
  readonly text: string
}

export interface LoadGenerator {
  /** All answers since the last call. */
  take(): LoadSample[]
  stop(): Promise<LoadSample[]>
}

/** `workers` callers, each of which sends `next()` as soon as it has its answer, after a short pause. */
export function startLoad(
  workers: number,
  next: (count: number) => { url: string; headers: Record<string, string> },
  restMs = 10,
): LoadGenerator {
  // Idle connections close within a second: no server can save a request that reuses a connection just as it closes.
  const agent = new Agent({
    connections: workers,
    headersTimeout: 30_000,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
  })
  let shots: LoadSample[] = []
  const stopping = new AbortController()
  let count = 0
  const take = () => {
    const taken = shots
    shots = []
    return taken
  }
  const work = async () => {
    while (!stopping.signal.aborted) {
      const { url, headers } = next(count++)
      const startedMs = performance.now()
      try {
        const reply = await request(url, { headers, dispatcher: agent })
        const text = await reply.body.text()
        shots.push({ status: reply.statusCode, ms: performance.now() - startedMs, text })
      } catch (error) {
        shots.push({ status: -1, ms: performance.now() - startedMs, text: String(error) })
      }
      await sleep(restMs)
    }
  }
  const working = Array.from({ length: workers }, work)
  return {
    take,
    async stop() {
      stopping.abort()
      await Promise.all(working)
      await agent.close()
      return take()
    },
  }
}

/** The answers other than 200, for the failure message. */
export function failures(shots: readonly LoadSample[]): string[] {
  return shots.filter(shot => shot.status !== 200).map(shot => `${shot.status} ${shot.text.slice(0, 300)}`)
}
