// Pace: beside this process's own throttle, a turn among all replicas, so that together they stay polite.
import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamRequest } from './exchange.ts'
import { misfortune } from './misfortune.ts'

export interface PaceWanted {
  readonly intervalMs: number
  readonly burst: number
  readonly concurrency: number
  /** Later than this is too late. */
  readonly longestWaitMs: number
  /** After which the place of a replica that has died is free again. */
  readonly holdMs: number
}

type Turn =
  | { readonly kind: 'go'; readonly waitMs: number; readonly leave: () => void }
  | { readonly kind: 'full' }
  | { readonly kind: 'late'; readonly waitMs: number; readonly pausedMs: number }

/** What replicas agree by; undefined turns mean that they cannot agree now, and each keeps its own pace. */
export interface Pace {
  take(site: string, wanted: PaceWanted): Promise<Turn | undefined>
  /** Resolves when the others can know of it. */
  pause(site: string, ms: number): Promise<void>
}

/** Nobody tells us when another replica leaves a place. */
const LOOK_AGAIN_MS = 25

/** Resolves when the turn has come; the result gives the place back. */
export async function waitForTurn(
  pace: Pace,
  request: UpstreamRequest,
  wanted: Omit<PaceWanted, 'longestWaitMs'>,
  onPause: (ms: number) => void,
): Promise<() => void> {
  for (;;) {
    const longestWaitMs = request.deadlineMs - performance.now()
    if (longestWaitMs <= 0) {
      throw misfortune('waited_out', 'no permit for the site came before the deadline')
    }
    const turn = await pace.take(request.site, { ...wanted, longestWaitMs })
    if (!turn) return () => {}
    if (turn.kind === 'late') {
      if (turn.pausedMs > 0) onPause(turn.pausedMs)
      throw misfortune('no_permit', 'the site may not be asked again before the deadline', {
        retryAfterMs: turn.waitMs,
      })
    }
    if (turn.kind === 'full') {
      await rest(LOOK_AGAIN_MS * (1 + Math.random()), request.signal)
      continue
    }
    try {
      if (turn.waitMs > 0) await rest(turn.waitMs, request.signal)
    } catch (error) {
      turn.leave()
      throw error
    }
    return turn.leave
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
