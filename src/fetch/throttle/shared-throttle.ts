// Waits for a permit from the throttle that all replicas share, in addition to this process's own.
import { sleep } from '../../runtime/race-with-abort.ts'
import type { PermitRequest, SharedThrottle } from '../../store/keys/site-permit.ts'
import type { UpstreamRequest } from '../layer.ts'
import { noPermitFault, waitTimeoutFault } from './throttle-faults.ts'

/** There is no notification when another replica releases a permit, so we poll. */
const POLL_INTERVAL_MS = 25

/** Resolves when the permit is granted, with a function that releases it. */
export async function waitForSharedPermit(
  throttle: SharedThrottle,
  request: UpstreamRequest,
  permitRequest: Omit<PermitRequest, 'maxWaitMs'>,
  onPause: (ms: number) => void,
): Promise<() => void> {
  for (;;) {
    const longestWaitMs = request.deadlineMs - performance.now()
    if (longestWaitMs <= 0) throw waitTimeoutFault()
    const turn = await throttle.acquire(request.site, { ...permitRequest, maxWaitMs: longestWaitMs })
    if (!turn) return () => {}
    if (turn.kind === 'late') {
      if (turn.pausedMs > 0) onPause(turn.pausedMs)
      throw noPermitFault(turn.waitMs, turn.pausedMs > longestWaitMs)
    }
    if (turn.kind === 'full') {
      await sleep(POLL_INTERVAL_MS * (1 + Math.random()), request.signal)
      continue
    }
    try {
      if (turn.waitMs > 0) await sleep(turn.waitMs, request.signal)
    } catch (error) {
      turn.release()
      throw error
    }
    return turn.release
  }
}
