// What the server of this configuration, if one runs, says about its shops.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Shop } from '../http/list-shops.ts'
import { CHECK_TIMEOUT_MS } from './finding.ts'
import { isWares, urlOf } from './running-wares.ts'

interface RunningStatus {
  readonly shops: readonly Shop[]
  readonly settings: { readonly loaded_at: string; readonly problem: string | null }
}

export type Takeover =
  | { readonly address: string; readonly state: 'reads it' | 'unaware' }
  | { readonly address: string; readonly state: 'refused'; readonly problem: string }

/** A server looks at its settings twice a second. */
const TAKEOVER_MS = 6_000
const LOOK_EVERY_MS = 250

/** Undefined if no server runs. */
async function runningStatus({
  host,
  port,
}: Pick<Config, 'host' | 'port'>): Promise<RunningStatus | undefined> {
  if (port === 0 || !(await isWares(host, port, '/healthz'))) return undefined
  try {
    const response = await fetch(`${urlOf(host, port)}/status.json`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    })
    return (await response.json()) as RunningStatus
  } catch {
    // A server that stops while it is asked is no running server.
    return undefined
  }
}

/** Waits until the running server has the shop; undefined if no server runs. */
export async function waitForTakeover(
  config: Pick<Config, 'host' | 'port'>,
  shop: string,
): Promise<Takeover | undefined> {
  const address = urlOf(config.host, config.port)
  const before = await runningStatus(config)
  if (!before) return undefined
  const untilMs = performance.now() + TAKEOVER_MS
  let status: RunningStatus | undefined = before
  while (status && performance.now() < untilMs) {
    if (status.shops.some(one => one.name === shop && one.kind !== 'sandbox'))
      return { address, state: 'reads it' }
    if (status.settings.problem !== null && status.settings.problem !== before.settings.problem)
      return { address, state: 'refused', problem: status.settings.problem }
    await sleep(LOOK_EVERY_MS)
    status = await runningStatus(config)
  }
  const problem = status?.settings.problem ?? null
  return problem === null ? { address, state: 'unaware' } : { address, state: 'refused', problem }
}
