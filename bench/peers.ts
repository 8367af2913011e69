// CPU per page compared with Crawlee's CheerioCrawler and Scrapy on the same shop, in interleaved rounds of one run.
// Needs `npm ci` in bench/ and Debian's python3-scrapy; a peer that is not installed is named and skipped.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { runConcurrently, openBenchEnvironment, percentile } from './cold-environment.ts'

const PAGES = Number(process.argv[2] ?? 400)
const ROUNDS = Number(process.argv[3] ?? 3)
/** Of a peer in each of its runs, and once of the service, whose three threads compile their code separately. */
const WARM_UP = 150
const OWN_WARM_UP = 1_000
const CONCURRENCY = 100

interface Peer {
  readonly name: string
  readonly goal: number
  readonly command: string
  readonly script: string
}

interface PeerReport {
  readonly items: number
  readonly cpuMs: number
}

const run = promisify(execFile)
const pathOf = (file: string): string => new URL(file, import.meta.url).pathname

const peers: readonly Peer[] = [
  { name: 'CheerioCrawler', goal: 6, command: process.execPath, script: pathOf('peers/crawlee.js') },
  { name: 'Scrapy', goal: 5.5, command: '/usr/bin/python3', script: pathOf('peers/scrapy_listings.py') },
]

async function isInstalled(peer: Peer): Promise<boolean> {
  if (peer.script.endsWith('.js')) return existsSync(pathOf('node_modules/@crawlee/cheerio'))
  return run(peer.command, ['-c', 'import scrapy']).then(
    () => true,
    () => false,
  )
}

async function cpuOf(peer: Peer, origin: string): Promise<number> {
  const words = [peer.script, origin, ...[WARM_UP, PAGES, CONCURRENCY].map(String)]
  const { stdout } = await run(peer.command, words, { maxBuffer: 1024 * 1024 })
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PeerReport
  if (report.items < PAGES - 1) throw new Error(`${peer.name} read ${report.items} of ${PAGES} pages`)
  return report.cpuMs / PAGES
}

const environment = await openBenchEnvironment()
const costs = new Map<string, number[]>()
const note = (name: string, cpuMs: number): void => {
  costs.set(name, [...(costs.get(name) ?? []), cpuMs])
  console.log(`${name.padEnd(16)} ${cpuMs.toFixed(2)} ms a page`)
}
const median = (name: string): number => percentile(costs.get(name) ?? [], 0.5)
let kept = true
try {
  const present: Peer[] = []
  for (const peer of peers) {
    if (await isInstalled(peer)) present.push(peer)
    else console.log(`${peer.name} is not installed and is left out`)
  }
  for (const ask of [environment.ask, environment.askGeneral])
    await runConcurrently(OWN_WARM_UP, CONCURRENCY, ask)
  for (let round = 0; round < ROUNDS; round++) {
    await environment.usage()
    await runConcurrently(PAGES, CONCURRENCY, environment.ask)
    note('wares', (await environment.usage()).cpuMs / PAGES)
    await runConcurrently(PAGES, CONCURRENCY, environment.askGeneral)
    note('wares, general', (await environment.usage()).cpuMs / PAGES)
    for (const peer of present) note(peer.name, await cpuOf(peer, environment.shopOrigin))
  }
  for (const own of ['wares', 'wares, general']) {
    for (const { name, goal } of present) {
      const ratio = median(name) / median(own)
      kept &&= ratio >= goal
      console.log(
        `${name}: ${ratio.toFixed(1)} times the CPU of ${own}; goal ${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
      )
    }
  }
} finally {
  await environment.close()
}
process.exitCode = kept ? 0 : 1
