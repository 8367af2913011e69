// Starts the services of deploy/cluster.yaml from the packed and installed package, kills each of them with SIGKILL under load,
// and checks that nothing was answered wrongly, lost or doubled. Prints a table; exits with 1 on a violation.
// npm run crash:matrix [-- bin/wares.js of an installed package, or of this clone]
import { dirname, join } from 'node:path'
import { openJobStore } from '../src/bulk/queue/job-store.ts'
import { installPackage } from '../test/package/installed-package.ts'
import {
  type Change,
  type Facts,
  feedViolations,
  gapViolations,
  messageViolations,
  missedBy,
  missingMessages,
  sameAsFeed,
  type Violation,
} from './crash-matrix/checks.ts'
import { type KilledPart, killInTurn, until } from './crash-matrix/kills.ts'
import { canCheck, pauseWatches, readFacts, readFeed } from './crash-matrix/read-watches.ts'
import { type Receiver, startReceiver } from './crash-matrix/receiver.ts'
import { killTable, sampleViolations } from './crash-matrix/report.ts'
import { createRoundRobin } from './crash-matrix/round-robin.ts'
import { JOB, setUp } from './crash-matrix/setup.ts'
import { bulkErrors, keyErrors, usageOfKeys } from './crash-matrix/stored-state.ts'
import { startTopology, type Topology } from './crash-matrix/topology.ts'
import { startTraffic, type Traffic } from './crash-matrix/traffic.ts'

/** The lease of a killed sender is 60 seconds. */
const DELIVERY_MS = 120_000
/** Of many errors of a kind, the first few show what is wrong. */
const SHOWN = 5

const given = process.argv[2]
const installed = given === undefined ? await installPackage(dirname(process.execPath)) : undefined
if (!given && !installed) throw new Error('the package cannot be installed; give the path of a bin/wares.js')
const command = given ?? join(installed?.project ?? '', 'node_modules/wares/bin/wares.js')
let failures = 0
try {
  const topology = await startTopology(command)
  try {
    await tryTopology(topology)
  } finally {
    await topology.close()
  }
} finally {
  installed?.remove()
}
process.exit(failures === 0 ? 0 : 1)

async function tryTopology(topology: Topology): Promise<void> {
  const client = createRoundRobin(topology.addresses)
  const receiver = await startReceiver()
  const jobs = openJobStore(topology.redisUrl, 'wares:')
  try {
    const setup = await setUp(topology, client, receiver.url)
    const { keys, watchKey, watches, inputs } = setup
    const callers = { client, keys: keys.map(({ key }) => key), watchKey: watchKey.key, watches }
    const traffic = await startTraffic(callers)
    console.log('all parts run; they are killed one after the other')
    const killed = await killInTurn({
      topology,
      bulkDone: async () => [...(await jobs.outcomeCounts(JOB)).values()].reduce((sum, one) => sum + one, 0),
      bulkTotal: inputs.length,
      checksWork: () => canCheck(client, setup),
    })
    await pauseWatches(client, setup)
    await traffic.stop()
    let feed: readonly Change[] = []
    let facts: ReadonlyMap<string, Facts | null> = new Map()
    await until('the feed has ended, and every alert has arrived', DELIVERY_MS, async () => {
      feed = await readFeed(client, watchKey.key)
      await traffic.follow()
      facts = await readFacts(client, setup)
      const isAtRest = (await readFeed(client, watchKey.key)).length === feed.length
      return isAtRest && missingMessages(receiver.messages, feed).length === 0
    }).catch(error => console.log(String(error)))
    const violations = judge(feed, facts, { traffic, killed, receiver })
    list(`bulk: ${inputs.length} inputs, exactly one result each`, await bulkErrors(topology, setup, killed))
    for (const { text, isWithin } of await usageOfKeys(topology, setup, traffic, killed))
      list(`usage: ${text}`, isWithin ? [] : ['outside of what docs/deployment.md promises'])
    list('keys and watches: all are there, a revoked key is refused', await keyErrors(client, setup))
    const { samples } = traffic
    console.log(`\n${killTable({ killed, samples, messages: receiver.messages, violations })}`)
  } finally {
    await Promise.all([client.close(), jobs.close()])
    receiver.close()
  }
}

interface Seen {
  readonly traffic: Traffic
  readonly killed: readonly KilledPart[]
  readonly receiver: Receiver
}

/** Compares what callers, readers and receivers saw with the feed and the watches. */
function judge(
  feed: readonly Change[],
  facts: ReadonlyMap<string, Facts | null>,
  { traffic, killed, receiver }: Seen,
): Violation[] {
  return [
    ...report(
      'requests: right, or a documented error with Retry-After while a part is away',
      sampleViolations(traffic.samples, killed),
    ),
    ...report(`feed: ${feed.length} changes, each once, none missing`, [
      ...feedViolations(feed, facts),
      ...gapViolations(feed),
    ]),
    ...report('feed: a reader that follows it sees all of them, in order', [
      ...sameAsFeed('reader', traffic.followed, feed),
      ...missedBy('reader', traffic.followed, feed),
    ]),
    ...report(
      'checks: every change of an answer is in the feed',
      [...traffic.answered.values()].flatMap(changes => sameAsFeed('check', changes, feed)),
    ),
    ...report(
      `webhooks: ${receiver.messages.length} messages, every alert arrived, ids stable, in order`,
      messageViolations(receiver.messages, feed),
    ),
  ]
}

function report(name: string, violations: readonly Violation[]): readonly Violation[] {
  list(
    name,
    violations.map(({ kind, text }) => `${kind}: ${text}`),
  )
  return violations
}

function list(name: string, errors: readonly string[]): void {
  console.log(`${errors.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const error of errors.slice(0, SHOWN)) console.log(`     ${error}`)
  failures += errors.length
}
