// Runs recorded samples of the real sites through their adapters and prints what came out, for a person to compare.
// node scripts/upstream-check.ts <folder with one folder per site> [site ...]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { SiteConfig } from '../src/config.ts'
import { DEFAULT_FRESHNESS } from '../src/engine/freshness.ts'
import { createEngine } from '../src/engine/index.ts'
import { createRegistry, type RegistryEntry } from '../src/engine/registry.ts'
import { createEvents } from '../src/events.ts'
import { Fault } from '../src/kit/fault.ts'
import { sites } from '../sites/index.ts'
import { replayHar } from '../src/replay/har.ts'
import { createUpstream } from '../src/upstream/index.ts'
import type { ReadSample, Sample } from './upstream-check/sample.ts'

const [folder, ...only] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node scripts/upstream-check.ts <folder with one folder per site> [site ...]')
  process.exit(2)
}
const { byId } = createRegistry(sites)
const names = readdirSync(folder, { withFileTypes: true })
  .filter(one => one.isDirectory() && (only.length === 0 || only.includes(one.name)))
  .map(one => one.name)
const counts = { read: 0, faults: 0 }
for (const site of names) {
  for (const sample of await samplesOf(site, join(folder, site))) await report(site, sample)
}
console.log(`\n${counts.read} samples read, ${counts.faults} with a fault`)
process.exitCode = counts.faults > 0 ? 1 : 0

async function samplesOf(site: string, samplesFolder: string): Promise<readonly Sample[]> {
  const list = new URL(`upstream-check/${site}.ts`, import.meta.url)
  if (!existsSync(list)) {
    console.log(`\n${site}: no list of samples yet`)
    return []
  }
  const module = (await import(list.href)) as { samples: (read: ReadSample) => readonly Sample[] }
  return module.samples(file => readFileSync(join(samplesFolder, file), 'utf8'))
}

async function report(site: string, sample: Sample): Promise<void> {
  const title = `${site}/${sample.name} → ${sample.operation}`
  try {
    const entry = byId.get(sample.operation)
    if (!entry) throw new Error(`there is no operation ${sample.operation}`)
    const { result, absent } = await run(entry, sample)
    counts.read++
    const facts = inspect(sample.summarize(result), { depth: 6, breakLength: 120, maxStringLength: 100 })
    console.log(`\nok    ${title}\n${facts}\nabsent: ${absent || 'nothing'}`)
  } catch (error) {
    counts.faults++
    const what = error instanceof Fault ? `${error.code}: ${error.message}` : inspect(error)
    console.log(`\nFAULT ${title}\n${what}`)
  }
}

async function run(entry: RegistryEntry, sample: Sample): Promise<{ result: unknown; absent: string }> {
  const configs = { [entry.site.name]: siteConfig(entry.site.name, sample) }
  const events = createEvents()
  const config = {
    sites: configs,
    userAgent: 'upstream-check',
    maxPageBytes: 64e6,
    deadlineMs: 10_000,
    maxInFlight: 10,
    cacheBytes: 1e6,
  }
  const upstream = createUpstream({ config, events, network: replayHar(harOf(sample)) })
  const engine = createEngine({ config, events, send: upstream.send })
  try {
    const given = Object.entries(sample.params).map(([name, value]) => ({ name, value, in: 'body' as const }))
    const asking = {
      freshness: DEFAULT_FRESHNESS,
      caller: 'upstream-check',
      signal: new AbortController().signal,
      onTiming: () => {},
    }
    const { answer } = await engine.run(engine.prepare(entry, given), asking)
    return { result: JSON.parse(answer.body.toString()), absent: answer.absent }
  } finally {
    await upstream.close()
  }
}

function siteConfig(name: string, sample: Sample): SiteConfig {
  return {
    enabled: true,
    origins: { main: `https://${name}.example`, ...sample.origins },
    settings: sample.settings ?? {},
    sandboxed: false,
    requestsPerSecond: 1_000,
    concurrency: 10,
    timeoutMs: 5_000,
    breaker: { failures: 10, openMs: 1_000 },
    render: 'none',
    proxy: undefined,
  }
}

/** Addresses may begin with a method other than GET: `POST https://…`. */
function harOf(sample: Sample) {
  const entries = Object.entries(sample.responses).map(([address, text]) => {
    const [, method = 'GET', url = address] = /^([A-Z]+) (.*)$/s.exec(address) ?? []
    const mimeType = /^\s*[{[]/.test(text) ? 'application/json' : 'text/html; charset=utf-8'
    return {
      request: { method, url },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: mimeType }],
        content: { mimeType, text },
      },
    }
  })
  return { log: { version: '1.2', creator: { name: 'upstream-check', version: '1' }, entries } }
}
