// Kills each part of the topology of deploy/ in turn, under load, and checks that nothing was lost: every bulk input has
// exactly one result, every change of a watch is in the feed exactly once and follows the one before it, keys still
// work, and the replicas that were not killed keep answering.
// node scripts/crash-matrix.ts [bin/wares.js of an installed package]
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mismatches, priceInputs } from '../test/bulk/bulk-fixture.ts'
import { COMMAND } from '../test/e2e/process.ts'
import { type LoadGenerator, type LoadSample, startLoad } from '../test/scale/load-generator.ts'
import { startTopology, type Topology } from './crash-matrix/topology.ts'

const INPUTS = 400
const WATCHES = 20
const DOWN_MS = 4_000
const AFTER_MS = 8_000
const WARM_ANSWERS = 60
const WARM_TRIES = 20

interface Change {
  readonly id: string
  readonly type: string
  readonly watch: string | { readonly id: string }
  readonly before: unknown
  readonly after: unknown
}

const topology = await startTopology(process.argv[2] ?? COMMAND)
const failures: string[] = []
try {
  const key = await createKey(topology)
  await addWatches(topology, key)
  const inputs = priceInputs(INPUTS)
  const file = join(topology.folder, 'inputs.ndjson')
  writeFileSync(file, `${inputs.map(input => JSON.stringify(input)).join('\n')}\n`)
  await mustRun(topology, 'bulk', 'submit', file, '--name', 'crash')
  await killInTurn(topology, key)
  const out = join(topology.folder, 'results.ndjson')
  await mustRun(topology, 'bulk', 'results', 'crash', '--out', out, '--wait')
  check('bulk: one result for each input', existsSync(out) ? mismatches(out, inputs) : ['no results'])
  check('feed: every change once, in order, none missing', feedErrors(await readFeed(topology, key)))
  const { stdout } = await mustRun(topology, 'usage', '--json')
  console.log(`usage: ${(JSON.parse(stdout) as { totals: { calls: number } }).totals.calls} requests counted`)
} finally {
  await topology.close()
}
process.exit(failures.length === 0 ? 0 : 1)

async function mustRun(topology: Topology, ...words: string[]) {
  const result = await topology.run(...words)
  if (result.code !== 0) throw new Error(`wares ${words.join(' ')}: ${result.stderr}`)
  return result
}

async function createKey(topology: Topology): Promise<string> {
  const scopes = ['--scope', '*', '--scope', 'watches']
  const rates = ['--rate', '100000', '--burst', '100000']
  const { stdout } = await mustRun(
    topology,
    'keys',
    'create',
    '--name',
    'crash',
    ...scopes,
    ...rates,
    '--json',
  )
  return (JSON.parse(stdout) as { key: string }).key
}

async function addWatches({ addresses }: Topology, key: string): Promise<void> {
  for (const input of priceInputs(WATCHES * 2)
    .filter((_, place) => place % 4 !== 3)
    .slice(0, WATCHES)) {
    const { operation, params } = input as { operation: string; params: unknown }
    const response = await fetch(`${addresses[0]}/api/v2/watches`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ operation, params, every: '60s' }),
    })
    if (response.status !== 201) throw new Error(`watch: ${response.status} ${await response.text()}`)
  }
}

/** Kills one part after the other while callers ask all replicas, and prints what they saw. */
async function killInTurn({ parts, addresses }: Topology, key: string): Promise<void> {
  const load = startLoad(
    6,
    count => ({
      url: `${addresses[count % addresses.length]}/api/v1/scraper/sneakerhub/trends?page=${1 + (count % 10)}`,
      headers: { 'x-api-key': key },
    }),
    40,
  )
  await untilAnswered(load)
  for (const part of parts) {
    await part.kill()
    await sleep(DOWN_MS)
    const down = load.take()
    await part.start()
    await sleep(AFTER_MS)
    load.take()
    await sleep(DOWN_MS)
    const after = load.take()
    console.log(`${part.name.padEnd(9)} down: ${counts(down).padEnd(34)} back: ${counts(after)}`)
    check(`${part.name}: every answer is right after it is back`, refused(after))
    const isReplica = part.name.startsWith('api-')
    // Connections to the killed replica are refused; nothing else may fail.
    if (isReplica) check(`${part.name}: the others answer while it is down`, refused(down.filter(isAnswer)))
  }
  await load.stop()
}

/** Until all replicas answer all pages: what fails after that is the fault of a kill. */
async function untilAnswered(load: LoadGenerator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await sleep(AFTER_MS)
    const samples = load.take()
    console.log(`before: ${counts(samples)}`)
    if (samples.length > WARM_ANSWERS && refused(samples).length === 0) return
    if (tries === WARM_TRIES) throw new Error('the replicas do not answer')
  }
}

function isAnswer({ status }: LoadSample): boolean {
  return status !== -1
}

function counts(samples: readonly LoadSample[]): string {
  const ok = samples.filter(({ status }) => status === 200).length
  const unanswered = samples.filter(({ status }) => status === -1).length
  return `${ok} ok, ${samples.length - ok - unanswered} problems, ${unanswered} refused`
}

function refused(samples: readonly LoadSample[]): string[] {
  const wrong = samples.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`)
  return samples.length === 0 ? ['no answers'] : wrong.map(text => text.slice(0, 200))
}

async function readFeed({ addresses }: Topology, key: string): Promise<Change[]> {
  const all: Change[] = []
  for (let cursor = ''; ; ) {
    const after = cursor === '' ? '' : `&after=${cursor}`
    const response = await fetch(`${addresses[0]}/api/v2/changes?limit=100${after}`, {
      headers: { 'x-api-key': key },
    })
    const page = (await response.json()) as { changes: Change[]; cursor: string }
    all.push(...page.changes)
    if (page.changes.length === 0) return all
    cursor = page.cursor
  }
}

/** Each price begins where the one before it ended: a lost or repeated change breaks the chain. */
function feedErrors(changes: readonly Change[]): string[] {
  console.log(`feed: ${changes.length} changes`)
  const errors = changes.length === 0 ? ['no change was found'] : []
  if (new Set(changes.map(({ id }) => id)).size !== changes.length) errors.push('an id occurs twice')
  const last = new Map<string, string>()
  for (const { id, type, watch, before, after } of changes) {
    const series = `${typeof watch === 'string' ? watch : watch.id} ${type}`
    const expected = last.get(series)
    if (type === 'price.changed' && expected !== undefined && expected !== JSON.stringify(before)) {
      errors.push(`${id}: begins at ${JSON.stringify(before)}, the one before ended at ${expected}`)
    }
    last.set(series, JSON.stringify(after))
  }
  return errors
}

function check(name: string, errors: readonly string[]): void {
  console.log(`  ${errors.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const error of errors.slice(0, 5)) console.log(`       ${error}`)
  failures.push(...errors)
}
