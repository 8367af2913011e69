// Attempts: tells the listeners how each single request to a site ended.
import type { Events } from '../events.ts'
import { Fault } from '../kit/fault.ts'
import type { Layer } from './exchange.ts'
import { misfortuneOf } from './misfortune.ts'

export function attempts(events: Events): Layer {
  return next => async request => {
    // That a site has no robots.txt says nothing about how it fares.
    if (request.purpose === 'robots') return next(request)
    const startedAt = performance.now()
    const tell = (status: number | undefined, fault: string | undefined, bytes: number): void => {
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
      tell(misfortuneOf(error)?.status, error instanceof Fault ? error.code : 'internal', 0)
      throw error
    }
  }
}
