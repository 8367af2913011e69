// WaresProblem: the only error that this client throws, with everything that Wares reported.
import type { ServerCode } from './operations.ts'
import { readBytes } from './read-bytes.ts'
import { retryAfterMs } from './retry-after.ts'

/**
 * The error codes of Wares, and three of the client: `wares_unreachable` (no connection, or it broke),
 * `deadline_passed` (no answer within `deadlineMs`), `unexpected_answer` (the response is not from Wares).
 */
export type ProblemCode = ServerCode | 'wares_unreachable' | 'deadline_passed' | 'unexpected_answer'

export interface ParameterError {
  readonly name: string
  readonly in: 'query' | 'body'
  readonly message: string
  readonly accepted?: readonly string[]
}

export interface ProblemInit {
  readonly code: ProblemCode
  readonly detail: string
  readonly retryable: boolean
  readonly title?: string | undefined
  readonly status?: number | undefined
  readonly field?: string | undefined
  readonly errors?: readonly ParameterError[] | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly help?: string | undefined
  readonly cause?: unknown
}

export class WaresProblem extends Error {
  override readonly name = 'WaresProblem'
  /** A code of the closed table: safe to switch on. */
  readonly code: ProblemCode
  /** Status of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined
  readonly title: string | undefined
  readonly detail: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** What is wrong, per parameter. */
  readonly errors: readonly ParameterError[]
  /** The field that is missing in the shop's page (`upstream_changed`). */
  readonly field: string | undefined
  readonly requestId: string | undefined
  /** How long Wares asks callers to wait. */
  readonly retryAfterMs: number | undefined
  /** URL of this server's page that explains the code and what to do. */
  readonly help: string | undefined

  constructor(facts: ProblemInit) {
    super(`${facts.code}: ${facts.detail}`, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.title = facts.title
    this.detail = facts.detail
    this.retryable = facts.retryable
    this.errors = facts.errors ?? []
    this.field = facts.field
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.help = facts.help
  }
}

interface ProblemDocument {
  readonly code: ServerCode
  readonly title?: string
  readonly detail: string
  readonly retryable: boolean
  readonly request_id?: string
  readonly field?: string
  readonly errors?: readonly ParameterError[]
}

/** Reads the problem from an error answer, which may also come from a proxy or another server. */
export async function readProblem(response: Response, base: string, bytesMax: number): Promise<WaresProblem> {
  const { ok, status, headers } = response
  const waitMs = retryAfterMs(headers.get('retry-after'))
  const bytes = await readBytes(response, bytesMax)
  if (!bytes) return tooLong(base, bytesMax, status)
  const text = new TextDecoder().decode(bytes)
  const document = parseProblemDocument(headers.get('content-type'), text)
  if (document) {
    return new WaresProblem({
      ...document,
      status,
      requestId: document.request_id,
      retryAfterMs: waitMs,
      help: `${base}/problems/${document.code}`,
    })
  }
  const what =
    ok || status >= 400
      ? `answered ${status}, and not as Wares does: ${text.slice(0, 200)}`
      : `redirects to ${headers.get('location') ?? 'another address'}, and is not followed`
  return new WaresProblem({
    code: 'unexpected_answer',
    status,
    detail: `${response.url || base} ${what}`,
    retryable: [429, 502, 503, 504].includes(status),
    retryAfterMs: waitMs,
  })
}

export function tooLong(base: string, bytesMax: number, status: number): WaresProblem {
  return new WaresProblem({
    code: 'unexpected_answer',
    status,
    detail: `the answer of ${base} is longer than ${bytesMax} bytes and was not read to its end`,
    retryable: false,
  })
}

function parseProblemDocument(type: string | null, text: string): ProblemDocument | undefined {
  if (!type?.startsWith('application/problem+json')) return undefined
  try {
    const document = JSON.parse(text) as Partial<ProblemDocument>
    return typeof document.code === 'string' ? (document as ProblemDocument) : undefined
  } catch {
    // Truncated: the caller reports an unexpected answer.
    return undefined
  }
}
