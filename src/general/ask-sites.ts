// Asks several sites at the same time, each within a share of the deadline: one that is slow or fails takes nothing from the others.
import type { Site } from '../kit/define.ts'
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'
import { t } from '../kit/schema.ts'
import type { NativeAnswer, Subrequests } from './composite.ts'

/** What is left over is for making the answer out of what came. */
const SHARE = 0.8
/** How long an answer is kept in which a site is missing. */
const INCOMPLETE_FOR_MS = 60_000

export interface SiteReply<T> {
  readonly site: string
  /** `ok`, or the code of the site's fault. */
  readonly outcome: 'ok' | FaultCode
  readonly value: T | undefined
  readonly answers: readonly NativeAnswer[]
}

export const siteOutcome = t.oneOf(['ok', ...(Object.keys(faultTable) as FaultCode[])], {
  description: '`ok`, or the code of the fault',
})

export async function askSites<T>(
  sites: readonly Site[],
  subrequests: Subrequests,
  ask: (site: Site, subrequests: Subrequests) => Promise<T>,
  share = SHARE,
): Promise<readonly SiteReply<T>[]> {
  // What is left of the deadline when this reaches 0 is the time to make the answer.
  const reserveMs = subrequests.timeLeftMs() * (1 - share)
  const leftMs = () => Math.max(1, subrequests.timeLeftMs() - reserveMs)
  return Promise.all(
    sites.map(async site => {
      const answers: NativeAnswer[] = []
      const noting: Subrequests = {
        ...subrequests,
        async call(operation, params, timeoutMs) {
          const answer = await subrequests.call(operation, params, Math.min(timeoutMs ?? Infinity, leftMs()))
          answers.push(answer)
          return answer
        },
      }
      try {
        return { site: site.name, outcome: 'ok' as const, value: await ask(site, noting), answers }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { site: site.name, outcome: error.code, value: undefined, answers }
      }
    }),
  )
}

/** As old as the oldest answer in it; kept no longer than the first of them, and not for long where a site is missing. */
export function ageOf(replies: readonly SiteReply<unknown>[], nowMs: number) {
  const answers = replies.flatMap(reply => reply.answers)
  const isWhole = replies.every(reply => reply.outcome === 'ok')
  const ends = answers.map(answer => answer.freshUntilMs)
  return {
    madeAtMs: Math.min(nowMs, ...answers.map(answer => answer.madeAtMs)),
    freshUntilMs: Math.min(...ends, isWhole && ends.length > 0 ? Infinity : nowMs + INCOMPLETE_FOR_MS),
  }
}
