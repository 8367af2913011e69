// WaresProblem: the one error of this client, with everything that Wares reported.
import type { ServerCode } from './operations.ts'

/**
 * Those that Wares itself answers, and three of the client's own: `wares_unreachable` (no connection, or it broke),
 * `deadline_passed` (no answer within `deadlineMs`), `unexpected_answer` (something answered that is not Wares).
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
  /** One of a closed table: safe to switch on. */
  readonly code: ProblemCode
  /** Of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined
  readonly title: string | undefined
  readonly detail: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** What is wrong with which parameter. */
  readonly errors: readonly ParameterError[]
  /** Where the shop's page has changed (`upstream_changed`). */
  readonly field: string | undefined
  readonly requestId: string | undefined
  /** How long Wares asks callers to wait. */
  readonly retryAfterMs: number | undefined
  /** The page on this Wares that explains the code and says what to do. */
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

/** What Wares answered, or whatever else did (a proxy, another server). */
export async function readProblem(response: Response, base: string): Promise<WaresProblem> {
  const { status, headers } = response
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isNaN(retryAfterS) ? undefined : retryAfterS * 1000
  const text = await response.text()
  const document = parseProblemDocument(headers.get('content-type'), text)
  if (document) {
    return new WaresProblem({
      ...document,
      status,
      requestId: document.request_id,
      retryAfterMs,
      help: `${base}/problems/${document.code}`,
    })
  }
  return new WaresProblem({
    code: 'unexpected_answer',
    status,
    detail: `${response.url || base} answered ${status}, and not as Wares does: ${text.slice(0, 200)}`,
    retryable: [429, 502, 503, 504].includes(status),
    retryAfterMs,
  })
}

function parseProblemDocument(type: string | null, text: string): ProblemDocument | undefined {
  if (!type?.startsWith('application/problem+json')) return undefined
  try {
    const document = JSON.parse(text) as Partial<ProblemDocument>
    return typeof document.code === 'string' ? (document as ProblemDocument) : undefined
  } catch {
    // A cut-off document is an unexpected answer, which the caller of this function reports.
    return undefined
  }
}
