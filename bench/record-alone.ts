// Recording a page in isolation: CPU time of all threads to capture, hand over and write it, without the rest of the
// cold path.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRecorder, type Recorder } from '../src/replay/record/recorder.ts'
import type { UpstreamRequest } from '../src/upstream/layer.ts'
import { distinctPage, makePages } from './cold-pages.ts'

/** Long enough that everything is written. */
const SETTLE_MS = 1_500
const SITE = 'watchmarket'
const URL_OF_PAGE = new URL('https://watchmarket.example/tidemark/diver--id1.htm')

const pages = makePages()

const request: UpstreamRequest = {
  site: SITE,
  url: URL_OF_PAGE,
  method: 'GET',
  headers: {},
  accept: 'html',
  purpose: 'page',
  signal: new AbortController().signal,
  deadlineMs: Infinity,
  caller: 'bench',
  onTiming: () => {},
}

/** Milliseconds per page; each page is searched for the site's `secrets`. */
export async function measureRecordingAlone(
  count: number,
  isDistinct: boolean,
  secrets: Readonly<Record<string, string>>,
): Promise<{ all: number; main: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wares-bench-'))
  const site = { enabled: true, origins: { main: 'https://watchmarket.example' }, settings: secrets }
  const recorder = createRecorder({
    config: {
      record: { what: 'all', maxBytes: 256 * 1024 * 1024, maxAgeMs: 86_400_000 },
      dataDir,
      sites: { [SITE]: site } as unknown as Parameters<typeof createRecorder>[0]['config']['sites'],
    },
    version: '0.1.0',
    onDropped: reason => {
      throw new Error(`a recording was dropped: ${reason}`)
    },
    onError: message => {
      throw new Error(message)
    },
  })
  const plain = Buffer.alloc(600_000, 'x')
  const wires = (from: number) =>
    Array.from({ length: count }, (_, n) => {
      const page = pages[n % pages.length] ?? plain
      return Buffer.from(isDistinct ? distinctPage(page, from + n) : page)
    })
  try {
    await recordAll(recorder, wires(0), plain)
    const measured = wires(count)
    const [before, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()]
    await recordAll(recorder, measured, plain)
    const [used, mainUsed] = [process.cpuUsage(before), process.threadCpuUsage(mainBefore)]
    const last = await recorder.find(`bench-${count - 1}`, false)
    if (last.kind !== 'found') throw new Error('the last page was not recorded in time')
    const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000 / count
    return { all: msOf(used), main: msOf(mainUsed) }
  } finally {
    await recorder.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function recordAll(recorder: Recorder, wires: readonly Buffer[], plain: Buffer): Promise<void> {
  for (const [n, wire] of wires.entries()) {
    const trace = recorder.start()
    if (!trace) throw new Error('nothing is recorded')
    trace.attach({ requestId: `bench-${n}`, keyId: 'bench', isRecorded: false })
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
    const response = { url: URL_OF_PAGE, status: 200, headers, body: plain, wire, charset: 'utf-8' }
    trace.onExchange({ request, response, error: undefined, startedMs: performance.now(), ms: 60 })
    const answer = { body: Buffer.from(JSON.stringify('a'.repeat(900))), absentAt: ['/price'], dropped: {} }
    recorder.finish(trace, {
      operation: `${SITE}.product`,
      site: SITE,
      params: { url: URL_OF_PAGE.href },
      answer,
    })
    // One page per turn of the event loop, as pages arrive in production.
    await new Promise(resolve => setImmediate(resolve))
  }
  await sleep(SETTLE_MS)
}
