// Types of the shops that a server can read, and of the record of a request.
import type { CallOptions } from './operation.ts'

export interface Shop {
  readonly name: string
  readonly kind: 'site' | 'host' | 'sandbox'
  readonly hosts: readonly string[]
  readonly platform: string | null
  /** Ids of the operations that read it. */
  readonly operations: readonly string[]
  readonly can: Readonly<Record<'product' | 'search' | 'offers' | 'catalog', boolean>>
  readonly state: 'ok' | 'degraded' | 'failing' | 'unknown'
  /** By field: the share of answers that had it. */
  readonly fields: Readonly<Record<string, number>>
  readonly last_success_at: string | null
  readonly problem: string | null
}

/** How an answer was produced. */
export interface RequestRecord {
  readonly request_id: string
  readonly at: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** `ok`, or the code of the problem. */
  readonly outcome: string
  readonly ms: number
  readonly exchanges: readonly Readonly<Record<string, unknown>>[]
  readonly absent: readonly string[]
  /** By JSON Pointer of a value: where it was found in the shop's documents. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface Shops {
  list(options?: CallOptions): Promise<{ readonly shops: readonly Shop[] }>
}

/** Needs the key that made the request, or the scope `evidence`. */
export interface Requests {
  /** `id`: the `X-Request-Id` of an answer, `meta.requestId`. */
  get(id: string, options?: CallOptions): Promise<RequestRecord>
}
