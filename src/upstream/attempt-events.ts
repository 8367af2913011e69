// Attempts: emits an event for each single request to a site, with how it ended.
import { type Failure, failureOf } from '../client-closed.ts'
import type { Events } from '../events.ts'
import type { Layer } from './layer.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

export function attemptEvents(events: Events): Layer {
  return next => async request => {
    // That a site has no robots.txt says nothing about how it fares.
    if (request.purpose === 'robots') return next(request)
    const startedAt = performance.now()
    const tell = (status: number | undefined, fault: Failure | undefined, bytes: number): void => {
      events.emit('attempt', {
        site: request.site,
        host: request.url.host,
        status,
        fault,
        ms: performance.now() - startedAt,
        bytes,
      })
    }
    try {
      const response = await next(request)
      tell(response.status, undefined, response.body.length)
      return response
    } catch (error) {
      tell(upstreamFailureOf(error)?.status, failureOf(error), 0)
      throw error
    }
  }
}
