// Reads the feed and the watches through the replicas, and ends the changes.
import type { Change, Facts } from './checks.ts'
import type { RoundRobin } from './round-robin.ts'
import type { Setup } from './setup.ts'

export async function canCheck(client: RoundRobin, { watches, watchKey }: Setup): Promise<boolean> {
  const path = `/api/v2/watches/${watches[0]}/check`
  return (await client.send({ path, key: watchKey.key, method: 'POST' })).status === 200
}

/** So that the feed ends. */
export async function pauseWatches(client: RoundRobin, { watches, watchKey }: Setup): Promise<void> {
  for (const id of watches) {
    const headers = { 'content-type': 'application/json' }
    const wanted = { path: `/api/v2/watches/${id}`, key: watchKey.key, headers, body: '{"paused":true}' }
    const { status, text } = await client.send({ ...wanted, method: 'PATCH' })
    if (status !== 200) throw new Error(`pause: ${status} ${text}`)
  }
}

export async function readFeed(client: RoundRobin, key: string): Promise<Change[]> {
  const all: Change[] = []
  for (;;) {
    const path = `/api/v2/changes?limit=1000&after=${all.at(-1)?.id ?? 0}`
    const { status, text } = await client.send({ path, key })
    if (status !== 200) throw new Error(`feed: ${status} ${text}`)
    const { changes } = JSON.parse(text) as { changes: Change[] }
    if (changes.length === 0) return all
    all.push(...changes)
  }
}

export async function readFacts(
  client: RoundRobin,
  { watches, watchKey }: Setup,
): Promise<Map<string, Facts | null>> {
  const facts = new Map<string, Facts | null>()
  for (const id of watches) {
    const { status, text } = await client.send({ path: `/api/v2/watches/${id}`, key: watchKey.key })
    if (status !== 200) throw new Error(`watch ${id}: ${status} ${text}`)
    facts.set(id, (JSON.parse(text) as { facts: Facts | null }).facts)
  }
  return facts
}
