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

/** Throws what does not reach the server. */
export async function reply<T>(asked: Promise<T>): Promise<Reply<T>> {
  try {
    return { value: await asked }
  } catch (error) {
    if (!(error instanceof WaresProblem)) throw error
    const { status, title = 'Refused', detail, code, requestId = '', retryable, field, errors } = error
    if (status === undefined) throw error.cause ?? error
    const problem = { type: '', title, status, detail, code, request_id: requestId, retryable, errors }
    return {
      problem: field === undefined ? problem : { ...problem, field },
      retryAfterS: (error.retryAfterMs ?? 0) / 1_000,
    }
  }
}
