// Request coalescing: identical requests in flight share one run, which is cancelled when the last caller leaves.
import { clientClosed } from '../../runtime/client-closed.ts'
import { Fault } from '#kit/fault'
import { raceWithAbort } from '../../runtime/race-with-abort.ts'

interface InFlightRequest<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export interface InFlightRequests<T> {
  /** Joins the run of this name, or starts it. `shared` is true if it was already running. */
  join(
    name: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): { shared: boolean; result: Promise<T> }
  count(): number
}

export function createInFlightRequests<T>(): InFlightRequests<T> {
  const flights = new Map<string, InFlightRequest<T>>()

  function begin(name: string, start: (signal: AbortSignal) => Promise<T>): InFlightRequest<T> {
    const controller = new AbortController()
    const flight: InFlightRequest<T> = {
      controller,
      waiting: 0,
      result: start(controller.signal).finally(() => {
        if (flights.get(name) === flight) flights.delete(name)
      }),
    }
    flights.set(name, flight)
    // Callers handle the outcome. If all have left, a rejection must not be reported as unhandled.
    flight.result.catch(() => {})
    return flight
  }

  function leave(name: string, flight: InFlightRequest<T>, reason: unknown): void {
    flight.waiting--
    if (flight.waiting > 0) return
    // A new caller must not join a run that is being cancelled.
    if (flights.get(name) === flight) flights.delete(name)
    flight.controller.abort(reason)
  }

  return {
    join(name, signal, start) {
      const running = flights.get(name)
      const flight = running ?? begin(name, start)
      flight.waiting++
      return {
        shared: running !== undefined,
        result: raceWithAbort(flight.result, signal, () => {
          const reason = reasonOf(signal)
          leave(name, flight, reason)
          return reason
        }),
      }
    },
    count: () => flights.size,
  }
}

/** Our own limits abort with a fault. Any other reason means that the caller has disconnected. */
function reasonOf({ reason }: AbortSignal): unknown {
  return reason instanceof Fault ? reason : clientClosed()
}

/** Limits the requests in flight, in total and per site, so that one hung site leaves capacity for the others. */
export interface ConcurrencyLimiter {
  readonly bySite: ReadonlyMap<string, number>
  /** Throws `overloaded` at the limit. Returns a function that releases the slot. */
  enter(site: string): () => void
}

export function createConcurrencyLimiter(max: number): ConcurrencyLimiter {
  const bySite = new Map<string, number>()
  let all = 0
  return {
    bySite,
    enter(site) {
      const here = bySite.get(site) ?? 0
      if (all >= max || here >= max / 2) {
        throw new Fault('overloaded', 'too many requests are in flight', { retryAfterMs: 1_000 })
      }
      all++
      bySite.set(site, here + 1)
      return () => {
        all--
        bySite.set(site, (bySite.get(site) ?? 1) - 1)
      }
    },
  }
}
