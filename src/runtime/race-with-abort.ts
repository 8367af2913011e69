// Waits that an abort signal ends: for work that continues for others, and for a delay.
import { setTimeout as delay } from 'node:timers/promises'

/** The result of the work; throws `reason()` if the signal fires first. */
export async function raceWithAbort<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<T> {
  if (signal.aborted) throw reason()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(reason())
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Throws the signal's reason if it fires first. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
