// Finds out whether a Wares listens on a port of this machine.
import { httpAddress } from '../../runtime/loopback.ts'

/** Time limit for one check. */
export const CHECK_TIMEOUT_MS = 5_000

export async function isWares(host: string, port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`${httpAddress(host, port)}${path}`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    })
    // The headers say it; whatever else is there may send without end.
    await response.body?.cancel()
    return response.headers.has('x-wares-sandbox') || response.headers.has('server-timing')
  } catch {
    // What does not speak HTTP is not Wares: that is the answer.
    return false
  }
}
