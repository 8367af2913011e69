// Identical requests in flight share one run; it is cancelled when the last of its callers has left.
import { clientClosed } from '../client-closed.ts'
import { Fault } from '../kit/fault.ts'
import { raceWithAbort } from '../race-with-abort.ts'

interface InFlightRequest<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export interface InFlightRequests<T> {
  /** Joins the flight of this name, or starts it. `shared` tells which. */
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
    // Each caller handles the outcome itself; when all have left, nobody does.
    flight.result.catch(() => {})
    return flight
  }

  function leave(name: string, flight: InFlightRequest<T>, reason: unknown): void {
    flight.waiting--
    if (flight.waiting > 0) return
    // A newcomer must not join a flight that is being called off.
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

/** A limit of ours gives a fault; any other signal means that the caller has left, whatever its library calls that. */
function reasonOf({ reason }: AbortSignal): unknown {
  return reason instanceof Fault ? reason : clientClosed()
}
