// Collects the 100,000 products of a sandbox shop with `wares catalog`, kills it twice with SIGKILL, and counts the rows.
// npm run check:catalog
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../src/sandbox/start-sandbox.ts'
import { parseCells } from '../src/table/csv.ts'

const PRODUCTS = 100_000
const KILLS = 2

const folder = mkdtempSync(join(tmpdir(), 'wares-catalog-'))
const out = join(folder, 'products.csv')
const sandbox = await startSandbox({ port: 0, seed: 1 })
const shop = `${sandbox.origin}/shop-large`
const started = performance.now()

/** Ends it after a few pages of its own; returns whether it was killed. */
async function run(pagesUntilKill: number): Promise<{ killed: boolean; progress: string[]; peakKb: number }> {
  const child = spawn(process.execPath, ['bin/wares.js', 'catalog', shop, '--out', out], {
    env: {
      PATH: process.env.PATH,
      WARES_DATA: folder,
      WARES_SANDBOX_PORT: String(sandbox.port),
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const progress: string[] = []
  let peakKb = 0
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, residentKb(child.pid ?? 0))
  }, 200)
  let text = ''
  child.stderr.on('data', (piece: Buffer) => {
    text += piece.toString()
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    progress.push(...lines)
    const pages = progress.filter(line => line.includes(' requests')).length
    if (pages >= pagesUntilKill) child.kill('SIGKILL')
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearInterval(timer)
  return { killed: signal === 'SIGKILL', progress, peakKb }
}

function residentKb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has just ended.
    return 0
  }
}

try {
  let peakKb = 0
  for (let n = 0; n < KILLS; n++) {
    const ended = await run(4 + 3 * n)
    peakKb = Math.max(peakKb, ended.peakKb)
    console.log(`run ${n + 1}: ${ended.killed ? 'killed' : 'NOT KILLED'} after: ${ended.progress.at(-1)}`)
    await sleep(100)
  }
  const last = await run(Number.POSITIVE_INFINITY)
  peakKb = Math.max(peakKb, last.peakKb)
  console.log(`run ${KILLS + 1}: ${last.progress[0]} … ${last.progress.at(-2)}`)
  const urls = readFileSync(out, 'utf8')
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => parseCells(line)?.[0] ?? '')
  const numbers = new Set(urls.map(url => Number(/\/item\/(\d+)-/.exec(url)?.[1])))
  const isRight = urls.length === PRODUCTS && numbers.size === PRODUCTS && !numbers.has(Number.NaN)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${urls.length} rows, ${numbers.size} different, ${seconds} s, at most ${Math.round(peakKb / 1024)} MB`,
  )
  process.exitCode = isRight ? 0 : 1
} finally {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
}
