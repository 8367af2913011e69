// The routes of the server that the page is from, asked by the client. What the server refuses is an answer too.
import { apiMethods, type ApiMethods } from '../../../client/src/api-methods.ts'
import { WaresProblem } from '../../../client/src/problem.ts'
import { ANSWER_BYTES_MAX } from '../../../client/src/read-bytes.ts'
import type { Settings } from '../../../client/src/request-with-retries.ts'

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly request_id: string
  readonly retryable: boolean
  readonly field?: string
  readonly errors?: readonly { name: string; message: string; accepted?: readonly string[] }[]
}

export type Reply<T> = { readonly value: T } | { readonly problem: Problem; readonly retryAfterS: number }

export function apiWith(key: string): ApiMethods {
  return apiMethods(settingsWith(key))
}

/** A person sees what happened, and tries again. */
export function settingsWith(key: string): Settings {
  return {
    url: '',
    finderUrl: '',
    key,
    deadlineMs: 120_000,
    retries: 0,
    answerBytesMax: ANSWER_BYTES_MAX,
    fetch: (address, init) => fetch(address, { ...init, cache: 'no-store' }),
  }
}

/** Never rejects: a server that cannot be reached is a problem too, with the status 0. */
export async function reply<T>(pending: Promise<T>): Promise<Reply<T>> {
  try {
    return { value: await pending }
  } catch (error) {
    if (!(error instanceof WaresProblem)) return unreached(error)
    const { status, title = 'Refused', detail, code, requestId = '', retryable, field, errors } = error
    if (status === undefined) return unreached(error.cause ?? error)
    const problem = { type: '', title, status, detail, code, request_id: requestId, retryable, errors }
    return {
      problem: field === undefined ? problem : { ...problem, field },
      retryAfterS: (error.retryAfterMs ?? 0) / 1_000,
    }
  }
}

function unreached(error: unknown): { readonly problem: Problem; readonly retryAfterS: number } {
  const title = 'Wares could not be reached'
  const problem = { type: '', title, status: 0, detail: errorText(error), code: '', request_id: '' }
  return { problem: { ...problem, retryable: true }, retryAfterS: 0 }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The first wrong field, or else what is wrong as a whole. */
export function problemText({ errors, detail }: Problem): string {
  return errors?.[0]?.message ?? detail
}

/** The table that a route has as CSV; rejects with the reason when there is none. */
export async function getCsv(address: string, key: string): Promise<Blob> {
  const headers = key ? { 'x-api-key': key } : undefined
  const response = await fetch(address, { cache: 'no-store', ...(headers && { headers }) })
  if (response.ok) return response.blob()
  throw new Error(((await response.json()) as Problem).detail)
}
