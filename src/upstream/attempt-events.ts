// Attempts: emits an event with the outcome of each single request to a site.
import { type Failure, failureOf } from '../kit/client-closed.ts'
import type { Events } from '../observe/events.ts'
import type { Layer } from './layer.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

/** `site`: under which the shop is counted. */
export function attemptEvents(site: string, events: Events): Layer {
  return next => async request => {
    // A missing robots.txt says nothing about the health of a site.
    if (request.purpose === 'robots') return next(request)
    const startedAt = performance.now()
    const report = (status: number | undefined, fault: Failure | undefined, bytes: number): void => {
      events.emit('attempt', {
        site,
        host: request.url.host,
        status,
        fault,
        ms: performance.now() - startedAt,
        bytes,
      })
    }
    try {
      const response = await next(request)
      report(response.status, undefined, response.body.length)
      return response
    } catch (error) {
      report(upstreamFailureOf(error)?.status, failureOf(error), 0)
      throw error
    }
  }
}
