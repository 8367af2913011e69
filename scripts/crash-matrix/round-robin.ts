// Sends requests to the replicas in turn, as a balancer does: it repeats a GET that a replica did not answer at the next one, and
// leaves out a replica that has failed for a while.
import { Agent, request } from 'undici'

export interface Attempt {
  readonly address: string
  /** When it was answered or failed. */
  readonly atMs: number
  /** Undefined without a complete answer. */
  readonly status: number | undefined
  /** Whether the replica may have seen the request. */
  readonly isSent: boolean
}

export interface Reply {
  /** Undefined if no replica answered. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly attempts: readonly Attempt[]
}

export interface RoundRobinRequest {
  readonly path: string
  readonly key: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface RoundRobin {
  send(wanted: RoundRobinRequest): Promise<Reply>
  close(): Promise<void>
}

/** How long a replica that did not answer gets no requests, while another one does. */
const FAIL_MS = 2_000

export function createRoundRobin(addresses: readonly string[]): RoundRobin {
  const agent = new Agent({ connections: 20, headersTimeout: 40_000, keepAliveTimeout: 1_000 })
  const failedMs = new Map<string, number>()
  let turn = 0
  function next(): string {
    const isFailed = (address: string) => Date.now() - (failedMs.get(address) ?? 0) < FAIL_MS
    for (let skipped = 0; skipped < addresses.length; skipped++) {
      const address = addresses[turn++ % addresses.length] ?? ''
      if (!isFailed(address)) return address
    }
    return addresses[turn++ % addresses.length] ?? ''
  }
  async function sendTo(address: string, { path, key, method = 'GET', headers, body }: RoundRobinRequest) {
    try {
      const reply = await request(address + path, {
        method,
        headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        body: body ?? null,
        dispatcher: agent,
      })
      const text = await reply.body.text()
      return { status: reply.statusCode, headers: reply.headers, text, isSent: true }
    } catch (error) {
      failedMs.set(address, Date.now())
      const isSent = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
      return { status: undefined, headers: {}, text: String(error), isSent }
    }
  }
  return {
    async send(wanted) {
      const attempts: Attempt[] = []
      // A write is not repeated: the replica may have done it before it was killed.
      const tries = (wanted.method ?? 'GET') === 'GET' ? addresses.length : 1
      for (;;) {
        const address = next()
        const { isSent, ...reply } = await sendTo(address, wanted)
        attempts.push({ address, atMs: Date.now(), status: reply.status, isSent })
        if (reply.status !== undefined || attempts.length === tries) return { ...reply, attempts }
      }
    },
    close: () => agent.destroy(),
  }
}
