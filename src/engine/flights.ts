// Identical requests under way share one flight; it is called off when the last of its callers has left.
import { Fault } from '../kit/fault.ts'

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export interface Flights<T> {
  /** Joins the flight of this name, or starts it. `shared` tells which. */
  join(
    name: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): { shared: boolean; result: Promise<T> }
  count(): number
}

export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>()

  function begin(name: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight: Flight<T> = {
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

  function leave(name: string, flight: Flight<T>): void {
    flight.waiting--
    if (flight.waiting > 0) return
    // A newcomer must not join a flight that is being called off.
    if (flights.get(name) === flight) flights.delete(name)
    flight.controller.abort(new Fault('upstream_timeout', 'every caller has left'))
  }

  return {
    join(name, signal, start) {
      const running = flights.get(name)
      const flight = running ?? begin(name, start)
      flight.waiting++
      return {
        shared: running !== undefined,
        result: untilGone(flight.result, signal, () => leave(name, flight)),
      }
    },
    count: () => flights.size,
  }
}

/** The result, or the reason of the signal if that comes first; `onLeave` is called when the caller goes before the result. */
async function untilGone<T>(result: Promise<T>, signal: AbortSignal, onLeave: () => void): Promise<T> {
  if (signal.aborted) {
    onLeave()
    throw signal.reason
  }
  const gone = Promise.withResolvers<never>()
  const go = () => {
    onLeave()
    gone.reject(signal.reason)
  }
  signal.addEventListener('abort', go, { once: true })
  try {
    return await Promise.race([result, gone.promise])
  } finally {
    signal.removeEventListener('abort', go)
  }
}
