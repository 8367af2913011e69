// When a watch is due: spread over its interval by its id, jittered, and less often while it fails. Pure.
import { hash } from 'node:crypto'

/** Each way, of the interval. */
const JITTER = 0.05
const BACK_OFF_MAX_MS = 24 * 3_600_000

/**
 * The first turn after `afterMs`. A watch has turns at its own place in the interval, so that neither a restart nor a
 * pause brings many together; turns that were missed are not made up for.
 */
export function nextTurnMs(id: string, everyMs: number, afterMs: number): number {
  const offset = fraction(id) * everyMs
  let turn = Math.floor((afterMs - offset) / everyMs)
  // A turn may be early or late by its jitter: look from the one before.
  for (;;) {
    const at = Math.round(turn * everyMs + offset + jitterMs(id, turn, everyMs))
    if (at > afterMs) return at
    turn++
  }
}

/** Twice the interval after the first failure, four times after the second, up to a day; never below the interval. */
export function backOffIntervalMs(everyMs: number, failures: number): number {
  if (failures === 0) return everyMs
  const doubled = everyMs * 2 ** Math.min(failures, 20)
  return Math.max(everyMs, Math.min(doubled, BACK_OFF_MAX_MS))
}

/**
 * When a watch that was just checked is due again. At least half the interval passes between two checks, also after one
 * that was late or asked for by hand.
 */
export function nextDueMs(id: string, everyMs: number, checkedAtMs: number, failures: number): number {
  const intervalMs = backOffIntervalMs(everyMs, failures)
  return nextTurnMs(id, intervalMs, checkedAtMs + intervalMs / 2)
}

function jitterMs(id: string, turn: number, everyMs: number): number {
  return (fraction(`${id} ${turn}`) * 2 - 1) * JITTER * everyMs
}

/** From 0 to below 1, evenly, and always the same for the same text. */
function fraction(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 12), 16) / 2 ** 48
}
