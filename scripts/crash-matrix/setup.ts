// What the topology works on while it is killed: keys, watches with a webhook, and a bulk job.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCatalog } from '../../src/sandbox/catalog.ts'
import type { RoundRobin } from './round-robin.ts'
import { SHOPS, type Topology } from './topology.ts'

interface Key {
  readonly id: string
  readonly key: string
}

export interface Setup {
  /** For requests only, so that their usage is that of the requests. */
  readonly keys: readonly Key[]
  readonly watchKey: Key
  readonly revoked: Key
  readonly watches: readonly string[]
  readonly inputs: readonly unknown[]
}

const INPUTS = 800
const WATCHES = 20
const KEYS = 3
export const JOB = 'crash'

export async function mustRun(topology: Topology, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await topology.run(...words)
  if (code !== 0) throw new Error(`wares ${words.join(' ')}: ${stderr}`)
  return stdout
}

async function createKey(topology: Topology, name: string): Promise<Key> {
  const scopes = ['--scope', '*', '--scope', 'watches', '--scope', 'watches:all']
  const rates = ['--rate', '100000', '--burst', '100000']
  const made = await mustRun(topology, 'keys', 'create', '--name', name, ...scopes, ...rates, '--json')
  return JSON.parse(made) as Key
}

export async function setUp(topology: Topology, client: RoundRobin, hook: string): Promise<Setup> {
  const watchKey = await createKey(topology, 'watches')
  const revoked = await createKey(topology, 'revoked')
  const keys: Key[] = []
  for (let number = 1; number <= KEYS; number++) keys.push(await createKey(topology, `caller-${number}`))
  await mustRun(topology, 'keys', 'revoke', revoked.id)
  await mustRun(topology, 'webhook', 'add', hook, '--allow-private')
  const watches = await addWatches(client, watchKey.key)
  const inputs = bulkInputs()
  const file = join(topology.folder, 'inputs.ndjson')
  writeFileSync(file, `${inputs.map(input => JSON.stringify(input)).join('\n')}\n`)
  await mustRun(topology, 'bulk', 'submit', file, '--name', JOB)
  return { keys, watchKey, revoked, watches, inputs }
}

/** For two sites in turn, so for two queues. */
function bulkInputs(): unknown[] {
  const catalog = createCatalog(1)
  const [general, sneakers] = [catalog.products('general'), catalog.products('sneakers')]
  const [first, second] = SHOPS.bulk
  return Array.from({ length: INPUTS }, (_, place) =>
    place % 2 === 0
      ? {
          operation: `${first.site}.product`,
          params: { id: String(general[place % general.length]?.id) },
          place,
        }
      : {
          operation: `${second.site}.product`,
          params: { sku: sneakers[place % sneakers.length]?.sku },
          place,
        },
  )
}

async function addWatches(client: RoundRobin, key: string): Promise<string[]> {
  const products = createCatalog(1).products('sneakers').slice(0, WATCHES)
  const ids: string[] = []
  for (const { id } of products) {
    const watch = { operation: `${SHOPS.watched.site}.prices`, params: { id: String(id) }, every: '60s' }
    const body = JSON.stringify(watch)
    const { status, text } = await client.send({ path: '/api/v2/watches', key, method: 'POST', body })
    if (status !== 201) throw new Error(`watch: ${status} ${text}`)
    ids.push((JSON.parse(text) as { id: string }).id)
  }
  return ids
}
