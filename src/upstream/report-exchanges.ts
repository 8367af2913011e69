// Reports every attempt on the wire to the request that wants to know: what was sent, what came back, how long it took.
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
