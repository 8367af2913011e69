// Kills one part after the other under load, starts it again as an orchestrator does, and waits until it works.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part, Topology } from './topology.ts'

export interface KilledPart {
  readonly part: Part
  readonly killedMs: number
  /** When its start was ordered. */
  readonly startedMs: number
  /** When everything worked again. */
  readonly backMs: number
  /** Bulk results that were stored when it was killed. */
  readonly bulkDone: number
}

export interface KillOptions {
  readonly topology: Topology
  /** Bulk results so far; rejects while Redis is away. */
  readonly bulkDone: () => Promise<number>
  readonly bulkTotal: number
  /** Whether a watch can be checked. */
  readonly checksWork: () => Promise<boolean>
}

const DOWN_MS = 3_000
const SETTLE_MS = 4_000
const BACK_MS = 90_000
const LOOK_MS = 200

/** First what the bulk job needs, so that it cannot be complete before. */
const ORDER: readonly Part['kind'][] = ['worker', 'redis', 'postgres', 'api']

export async function killInTurn(options: KillOptions): Promise<KilledPart[]> {
  const killed: KilledPart[] = []
  const parts = options.topology.parts.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  for (const part of parts) {
    const bulkDone = await options.bulkDone()
    const killedMs = Date.now()
    await part.kill()
    await sleep(DOWN_MS)
    const startedMs = Date.now()
    await part.start()
    await until(`${part.name} works`, BACK_MS, await worksAgain(part, options))
    killed.push({ part, killedMs, startedMs, backMs: Date.now(), bulkDone })
    console.log(`${part.name} was killed and is back`)
    await sleep(SETTLE_MS)
  }
  return killed
}

/** Every replica is ready, and what needs the part has happened since its start. */
async function worksAgain(part: Part, options: KillOptions): Promise<() => Promise<boolean>> {
  const { topology, bulkTotal } = options
  const doneAtStart = await options.bulkDone().catch(() => 0)
  return async () => {
    const states = await Promise.all(topology.addresses.map(isReady))
    if (states.includes(false)) return false
    if (part.kind === 'postgres') return options.checksWork()
    if (part.kind === 'api') return true
    const done = await options.bulkDone()
    return done > doneAtStart || done === bulkTotal
  }
}

async function isReady(address: string): Promise<boolean> {
  const { status } = (await (await fetch(`${address}/readyz`)).json()) as { status: string }
  return status === 'ready'
}

/** A condition that fails counts as not yet true. */
export async function until(what: string, timeoutMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + timeoutMs
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > endMs) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`)
    await sleep(LOOK_MS)
  }
}
