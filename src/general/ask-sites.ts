// Queries several sites in parallel, each within a share of the deadline: a slow or failing site does not affect the others.
import type { Site } from '../kit/define.ts'
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'
import { t } from '../kit/schema.ts'
import type { NativeAnswer, Subrequests } from './composite.ts'

/** The rest of the deadline is for composing the answer. */
const SHARE = 0.8
/** How long an answer is cached when a site is missing from it. */
const INCOMPLETE_FOR_MS = 60_000

export interface SiteReply<T> {
  readonly site: string
  /** `ok`, or the code of the site's fault. */
  readonly outcome: 'ok' | FaultCode
  readonly value: T | undefined
  readonly answers: readonly NativeAnswer[]
}

export const siteOutcome = t.oneOf(['ok', ...(Object.keys(faultTable) as FaultCode[])], {
  description: '`ok`, or the code of the error',
})

export async function askSites<T>(
  sites: readonly Site[],
  subrequests: Subrequests,
  ask: (site: Site, subrequests: Subrequests) => Promise<T>,
  share = SHARE,
): Promise<readonly SiteReply<T>[]> {
  // The reserve is the time to compose the answer.
  const reserveMs = subrequests.timeLeftMs() * (1 - share)
  const leftMs = () => Math.max(1, subrequests.timeLeftMs() - reserveMs)
  return Promise.all(
    sites.map(async site => {
      const answers: NativeAnswer[] = []
      const recording: Subrequests = {
        ...subrequests,
        async call(operation, params, options = {}) {
          const timeoutMs = Math.min(options.timeoutMs ?? Infinity, leftMs())
          const answer = await subrequests.call(operation, params, { ...options, timeoutMs })
          answers.push(answer)
          return answer
        },
      }
      try {
        return { site: site.name, outcome: 'ok' as const, value: await ask(site, recording), answers }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { site: site.name, outcome: error.code, value: undefined, answers }
      }
    }),
  )
}

/** As old as its oldest answer; expires with the first of them, and soon if a site is missing. */
export function ageOf(replies: readonly SiteReply<unknown>[], nowMs: number) {
  const answers = replies.flatMap(reply => reply.answers)
  const isWhole = replies.every(reply => reply.outcome === 'ok')
  const ends = answers.map(answer => answer.freshUntilMs)
  return {
    madeAtMs: Math.min(nowMs, ...answers.map(answer => answer.madeAtMs)),
    freshUntilMs: Math.min(...ends, isWhole && ends.length > 0 ? Infinity : nowMs + INCOMPLETE_FOR_MS),
  }
}
