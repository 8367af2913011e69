// Reports every attempt on the wire to the request's `onExchange`: request, response or error, and duration.
import type { Layer } from './layer.ts'

export const reportExchanges: Layer = next => async request => {
  const { onExchange } = request
  if (!onExchange) return next(request)
  const startedMs = performance.now()
  try {
    const response = await next(request)
    onExchange({ request, response, error: undefined, startedMs, ms: performance.now() - startedMs })
    return response
  } catch (error) {
    onExchange({ request, response: undefined, error, startedMs, ms: performance.now() - startedMs })
    throw error
  }
}
