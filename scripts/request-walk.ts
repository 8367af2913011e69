// The files that run for one GET of a site's operation, cold and from the cache: node scripts/request-walk.ts [--files]
// A background job that runs at the same moment is counted too: repeat it.
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRegistry } from '../src/engine/request/registry.ts'
import { startWares } from '../src/index.ts'
import { pathOf } from '../src/kit/define/define.ts'
import { sites } from '../sites/index.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The jobs that run at startup are done, and none is due yet. */
const QUIET_MS = 3_000

const target = createRegistry(sites)
  .entries.slice(0, 1)
  .map(({ operation, example }) => {
    const query = new URLSearchParams(Object.entries(example).map(([name, value]) => [name, String(value)]))
    return `${pathOf(operation)}?${query}`
  })
  .join('')
const data = mkdtempSync(join(tmpdir(), 'wares-walk-'))
// Without worker threads, which the session does not see.
const wares = await startWares({ data, workers: 0 })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
try {
  await sleep(QUIET_MS)
  console.log(`GET ${target}`)
  for (const name of ['cold', 'cached']) report(name, await filesOfRequest())
} finally {
  await wares.close()
  rmSync(data, { recursive: true })
}

async function filesOfRequest(): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage')
  const response = await fetch(`${wares.url}${target}`, { headers: { 'x-api-key': wares.key } })
  const body = await response.text()
  if (!response.ok) throw new Error(body)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .filter(({ functions }) => functions.some(one => one.ranges.some(range => range.count > 0)))
    .map(({ url }) => relative(ROOT, fileURLToPath(url)))
    .filter(file => /^(?:src|sites|platforms)\//.test(file))
    .toSorted()
}

function report(name: string, files: readonly string[]): void {
  const folders = Map.groupBy(files, dirname)
  console.log(`${name}: ${files.length} files in ${folders.size} folders`)
  for (const [folder, own] of folders) console.log(`  ${own.length} ${folder}`)
  if (process.argv.includes('--files')) for (const file of files) console.log(`    ${file}`)
}
