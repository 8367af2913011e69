// Waits while a server says that a key sends too many requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#kit/fault'

export async function retryWhenRateLimited<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'rate_limited') throw error
      await sleep(error.retryAfterMs ?? 1_000)
    }
  }
}
