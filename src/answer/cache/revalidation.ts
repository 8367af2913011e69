// Conditional requests: if a shop calls all documents of the last answer unchanged (304), that answer is used again, unread.
import { LRUCache } from 'lru-cache'
import { Fault } from '#kit/fault'
import { type Send, type UpstreamRequest, type UpstreamResponse, NOT_MODIFIED } from '../../fetch/layer.ts'
import { type Answer, sizeOf } from './answer.ts'
import type { OperationAnswers } from './answer.ts'

type RequestLimits = Pick<UpstreamRequest, 'caller' | 'signal' | 'deadlineMs' | 'onTiming' | 'onExchange'>

export interface Revalidation {
  /** Asks the shop about the documents of the last answer, if they have validators. */
  begin(key: string, send: Send, limits: RequestLimits): Promise<BegunRun>
  clear(): void
}

interface BegunRun {
  /** The last answer, if nothing has changed. */
  readonly unchanged?: OperationAnswers
  /** For the run: hands over what the shop has just sent, and notes the validators. */
  readonly send: Send
  /** Keeps a new answer for the next time. */
  keep(answers: OperationAnswers): void
}

interface Document {
  readonly request: Pick<UpstreamRequest, 'site' | 'url' | 'headers' | 'accept'>
  readonly validator: Readonly<Record<string, string>>
}

interface CachedRun {
  readonly answers: OperationAnswers
  readonly documents: readonly Document[]
  /** How often it was used again since it was read. */
  uses: number
}

/** After as many, the documents are read in full, to see whether the shop's validators can be trusted. */
const USES_MAX = 6
/** The shop is read again after this time, however seldom it is asked. */
const AGE_MAX_MS = 24 * 3_600_000
/** More documents than an answer usually has: asking about each would cost more than it saves. */
const DOCUMENTS_MAX = 4
const HOSTS_MAX = 10_000
/** Others are not sent back, and not kept: a shop may send any bytes, and as many as fit into its headers. */
const PLAIN_VALIDATOR = /^[ -~]{1,256}$/

export function createRevalidation(maxBytes: number): Revalidation {
  const answers = new LRUCache<string, CachedRun>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (cachedRun, key) => sizeOfAnswers(cachedRun.answers, key),
  })
  /** Hosts that called a document unchanged that says something else. */
  const distrusted = new LRUCache<string, true>({ max: HOSTS_MAX })
  return {
    async begin(key, send, limits) {
      const cachedRun = answers.get(key)
      const received = new Map<string, ReceivedResponse>()
      if (cachedRun && isUsable(cachedRun) && (await areUnchanged(cachedRun, send, limits, received))) {
        cachedRun.uses++
        return { unchanged: atTime(cachedRun.answers, Date.now()), send, keep: () => {} }
      }
      const notes = createNotes()
      return {
        send: async request => {
          const response = await takeOrSend(request, received, send).catch((error: unknown) => {
            notes.spoil()
            throw error
          })
          notes.add(request, response)
          return response
        },
        keep(newAnswers) {
          const documents = notes.documents()
          if (cachedRun && documents && hasChangedUnnoticed(cachedRun, newAnswers, documents))
            for (const { request } of documents) distrusted.set(request.url.host, true)
          if (documents?.every(({ request }) => !distrusted.has(request.url.host)))
            answers.set(key, { answers: newAnswers, documents, uses: 0 })
          else answers.delete(key)
        },
      }
    },
    clear: () => answers.clear(),
  }
}

function isUsable({ answers, uses }: CachedRun): boolean {
  return uses < USES_MAX && Date.now() - answers.answer.madeAtMs < AGE_MAX_MS
}

type ReceivedResponse = UpstreamResponse | Fault

/** Asks one by one, and stops at the first that has changed: the run needs it, and perhaps none of the others. */
async function areUnchanged(
  { documents }: CachedRun,
  send: Send,
  limits: RequestLimits,
  received: Map<string, ReceivedResponse>,
): Promise<boolean> {
  for (const { request, validator } of documents) {
    const headers = { ...request.headers, ...validator }
    const response = await send({ ...limits, ...request, headers, method: 'GET', purpose: 'page' }).catch(
      (error: unknown) => {
        if (error instanceof Fault) return error
        throw error
      },
    )
    if (response instanceof Fault || response.status !== NOT_MODIFIED) {
      received.set(keyOf(request), response)
      return false
    }
  }
  return true
}

async function takeOrSend(
  request: UpstreamRequest,
  received: Map<string, ReceivedResponse>,
  send: Send,
): Promise<UpstreamResponse> {
  const key = keyOf(request)
  const ready = request.method === 'GET' ? received.get(key) : undefined
  received.delete(key)
  if (ready instanceof Fault) throw ready
  return ready ?? send(request)
}

function keyOf({ url, accept, headers }: Document['request']): string {
  return JSON.stringify([url.href, accept, headers])
}

/** The documents of a run, if all of them have validators. */
function createNotes() {
  const documents: Document[] = []
  let areComplete = true
  return {
    add({ site, url, method, headers, accept }: UpstreamRequest, response: UpstreamResponse): void {
      const validator = method === 'GET' ? validatorOf(response) : undefined
      if (validator) documents.push({ request: { site, url, headers, accept }, validator })
      else areComplete = false
    },
    /** A document is missing; it may be there the next time. */
    spoil(): void {
      areComplete = false
    },
    documents: () =>
      areComplete && documents.length > 0 && documents.length <= DOCUMENTS_MAX ? documents : undefined,
  }
}

function validatorOf({ headers }: UpstreamResponse): Document['validator'] | undefined {
  const { etag, 'last-modified': modified } = headers
  if (etag !== undefined) return PLAIN_VALIDATOR.test(etag) ? { 'if-none-match': etag } : undefined
  if (modified === undefined || !PLAIN_VALIDATOR.test(modified)) return undefined
  return { 'if-modified-since': modified }
}

/** Whether the answer changed although the validators of its documents did not. */
function hasChangedUnnoticed(
  { answers, documents }: CachedRun,
  newAnswers: OperationAnswers,
  next: readonly Document[],
): boolean {
  const validatorsOf = (all: readonly Document[]) =>
    JSON.stringify(all.map(({ request, validator }) => [request.url.href, validator]))
  if (validatorsOf(documents) !== validatorsOf(next)) return false
  return (newAnswers.general ?? newAnswers.answer).tag !== (answers.general ?? answers.answer).tag
}

/** The shop has confirmed the answer at this time. */
function atTime({ answer, general, ...rest }: OperationAnswers, nowMs: number): OperationAnswers {
  return { ...rest, answer: madeAt(answer, nowMs), ...(general ? { general: madeAt(general, nowMs) } : {}) }
}

function madeAt(answer: Answer, nowMs: number): Answer {
  const stated = (atMs: number) => `"fetched_at":"${new Date(atMs).toISOString()}"`
  const text = answer.body.toString()
  const body = text.includes(stated(answer.madeAtMs))
    ? Buffer.from(text.replaceAll(stated(answer.madeAtMs), stated(nowMs)))
    : answer.body
  return { ...answer, body, madeAtMs: nowMs, encoded: new Map([['identity', body]]) }
}

function sizeOfAnswers({ answer, general }: OperationAnswers, key: string): number {
  return sizeOf(answer, key) + (general ? sizeOf(general, key) : 0)
}
