// What the stores have after the kills: bulk results, usage, keys and watches.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mismatches, readResults } from '../../test/bulk/bulk-fixture.ts'
import { queryPostgres } from '../../test/services.ts'
import { usageBounds } from './checks.ts'
import { type KilledPart, until } from './kills.ts'
import type { RoundRobin } from './round-robin.ts'
import { JOB, mustRun, type Setup } from './setup.ts'
import type { Topology } from './topology.ts'
import type { Traffic } from './traffic.ts'

const USAGE_MS = 20_000
/** Usage is written to disk once a second, and sent to PostgreSQL once a second. */
const USAGE_WRITTEN_MS = 3_000
/** All that a shop that stands still answers: some products have been withdrawn. */
const ANSWERS = new Set(['ok', 'not_found'])

export async function bulkErrors(
  topology: Topology,
  { inputs }: Setup,
  killed: readonly KilledPart[],
): Promise<string[]> {
  const out = join(topology.folder, 'results.ndjson')
  await mustRun(topology, 'bulk', 'results', JOB, '--out', out, '--wait')
  const failed = readResults(out).filter(({ outcome }) => !ANSWERS.has(outcome))
  const idle = killed.filter(({ part, bulkDone }) => part.kind !== 'api' && bulkDone === inputs.length)
  return [
    ...mismatches(out, inputs),
    ...failed.map(({ line, outcome }) => `line ${line}: ${outcome}`),
    ...idle.map(({ part }) => `the job was complete before ${part.name} was killed`),
  ]
}

interface KeyUsage {
  readonly text: string
  readonly isWithin: boolean
}

export async function usageOfKeys(
  { postgresUrl, addresses, parts }: Topology,
  { keys }: Setup,
  { samples }: Traffic,
  killed: readonly KilledPart[],
): Promise<KeyUsage[]> {
  const replicas = parts.filter(({ kind }) => kind === 'api')
  const kills = killed.map(({ part, killedMs }) => ({
    address: addresses[replicas.indexOf(part)],
    atMs: killedMs,
  }))
  const all: KeyUsage[] = []
  await sleep(USAGE_WRITTEN_MS)
  for (const { id, key } of keys) {
    const attempts = samples.filter(one => one.key === key).flatMap(({ reply }) => reply.attempts)
    const { least, most } = usageBounds(attempts, kills)
    let counted = 0
    const isCounted = async () => {
      const sum = `SELECT sum(calls) AS calls FROM wares.usage WHERE key_id = '${id}'`
      const rows = await queryPostgres<{ calls: string | null }>(postgresUrl, sum)
      counted = Number(rows[0]?.calls ?? 0)
      return counted >= least
    }
    await until('usage is written', USAGE_MS, isCounted).catch(() => {})
    const answered = attempts.filter(({ status }) => status === 200).length
    const text = `${counted} counted of ${answered} answered, within ${least} to ${most}`
    all.push({ text, isWithin: counted >= least && counted <= most })
  }
  return all
}

export async function keyErrors(
  client: RoundRobin,
  { keys, revoked, watchKey, watches }: Setup,
): Promise<string[]> {
  const path = '/api/v2/watches?limit=1000'
  const states = await Promise.all([...keys, revoked].map(({ key }) => client.send({ path, key })))
  const statuses = states.map(({ status }) => status).join()
  const { text } = await client.send({ path, key: watchKey.key })
  const listed = (JSON.parse(text) as { watches: { id: string }[] }).watches
  const there = new Set(listed.map(({ id }) => id))
  const wrong = statuses === [...keys.map(() => 200), 401].join() ? [] : [`the keys answer ${statuses}`]
  return [...wrong, ...watches.filter(id => !there.has(id)).map(id => `${id} is gone`)]
}
