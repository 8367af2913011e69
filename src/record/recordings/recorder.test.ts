// The recorder: what it records, what it drops when memory or the queue is full, and what it counts.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../settings/config.ts'
import { Fault, type FaultCode } from '#kit/fault'
import { requestWith } from '../../fetch/request-fixture.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { readHar } from '../har/har-file.ts'
import { openRecordings, RECORDINGS_FOLDER } from './recording-folder.ts'
import type { RunTrace } from './run-trace.ts'

const KB = 1024
let folder = ''
let recorder: Recorder | undefined
let dropped: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-recorder-'))
  dropped = []
})
afterEach(async () => {
  await recorder?.close()
  recorder = undefined
  rmSync(folder, { recursive: true })
}, 60_000)

function open(what: 'all' | 'faults' | 'none', limits = { heldBytes: 1024 * KB, queuedBytes: 1024 * KB }) {
  const site = {
    enabled: true,
    origins: { main: 'https://shop.example' },
    settings: { api_key: 'operators-own-key' },
  }
  recorder = createRecorder({
    config: {
      dataDir: folder,
      record: { what, maxBytes: 8 * 1024 * KB, maxAgeMs: 86_400_000 },
      sites: { shop: site } as unknown as Config['sites'],
    },
    onDropped: reason => dropped.push(reason),
    onError: () => {},
    limits,
  })
  return recorder
}

function start(of: Recorder, id: string): RunTrace {
  const trace = of.start()
  if (!trace) throw new Error('nothing is recorded')
  trace.attach({ requestId: id, keyId: 'key-1', isRecorded: false })
  return trace
}

function receive(trace: RunTrace, body: Buffer, wire?: Buffer): void {
  const headers = { 'content-type': 'text/html', ...(wire ? { 'content-encoding': 'gzip' } : {}) }
  const url = new URL('https://shop.example/p/1')
  const response = { url, status: 200, headers, body, wire, charset: 'utf-8' }
  trace.onExchange({ request: requestWith({ url }), response, error: undefined, startedMs: 0, ms: 1 })
}

function finish(of: Recorder, trace: RunTrace, error?: unknown): boolean {
  of.finish(trace, { operation: 'shop.product', site: 'shop', params: {}, error })
  return trace.callers.some(caller => caller.isRecorded)
}

const page = (bytes: number) => Buffer.alloc(bytes, 'page ')
const bodyOf = (id: string): string | undefined =>
  openRecordings(folder).find(id)?.read()?.log.entries[0]?.response.content?.text

describe('the recorder', { timeout: 120_000 }, () => {
  it.each([
    ['all', undefined, true],
    ['all', 'not_found', true],
    ['faults', undefined, false],
    ['faults', 'not_found', false],
    ['faults', 'upstream_timeout', false],
    ['faults', 'upstream_changed', true],
    ['faults', 'upstream_blocked', true],
    ['faults', 'contract_broken', true],
    ['faults', 'internal', true],
  ] as const)('with `%s` keeps what ended in %s: %s', (what, code: FaultCode | undefined, isKept) => {
    const of = open(what)
    const trace = start(of, 'a')
    receive(trace, page(100))
    expect(finish(of, trace, code && new Fault(code, 'so it ended'))).toBe(isKept)
  })

  it('records nothing with `none`, and never a run without a caller', () => {
    expect(open('none').start()).toBeUndefined()
    const of = open('all')
    const trace = of.start()
    expect(trace && finish(of, trace)).toBe(false)
  })

  it('stores a page that came compressed, and reads it back', async () => {
    const of = open('all')
    const trace = start(of, 'a')
    receive(trace, page(50 * KB), gzipSync(page(50 * KB)))
    expect(finish(of, trace)).toBe(true)
    expect(await of.find('a', false)).toMatchObject({ kind: 'found', keyId: 'key-1' })
    expect(bodyOf('a')).toBe(page(50 * KB).toString())
    expect(dropped).toEqual([])
  })

  it('scrubs the operator’s keys from a page before it is written', async () => {
    const of = open('all')
    const echo = Buffer.from('{"asked_with":"operators-own-key"}')
    const trace = start(of, 'a')
    receive(trace, echo, gzipSync(echo))
    finish(of, trace)
    await of.find('a', false)
    expect(bodyOf('a')).toBe('{"asked_with":"scrubbed-api_key"}')
    const [file = ''] = globSync(join(folder, RECORDINGS_FOLDER, 'shop/*.har.zst'))
    expect(JSON.stringify(readHar(file))).not.toContain('operators-own-key')
  })

  it('limits the bodies held by runs in progress', async () => {
    const of = open('all', { heldBytes: 100 * KB, queuedBytes: 1024 * KB })
    const [first, second] = [start(of, 'first'), start(of, 'second')]
    receive(first, page(100 * KB))
    receive(second, page(1))
    expect(finish(of, second)).toBe(true)
    expect(dropped).toEqual(['memory'])
    finish(of, first)
    // The memory of the first run is free again.
    const third = start(of, 'third')
    receive(third, page(100 * KB))
    finish(of, third)
    expect(dropped).toEqual(['memory'])
    await of.find('third', false)
    expect(bodyOf('second')).toBeUndefined()
    expect(bodyOf('third')).toHaveLength(100 * KB)
  })

  it('limits the queued bytes, and accepts more once they are written', async () => {
    const of = open('all', { heldBytes: 1024 * KB, queuedBytes: 100 * KB })
    const record = (id: string, bytes: number): boolean => {
      const trace = start(of, id)
      receive(trace, page(bytes))
      return finish(of, trace)
    }
    expect(record('a', 60 * KB)).toBe(true)
    expect(record('b', 40 * KB)).toBe(true)
    expect(record('c', 1)).toBe(false)
    expect(dropped).toEqual(['queue'])
    // Answered after everything that was queued.
    expect(await of.find('c', false)).toEqual({ kind: 'unknown' })
    expect(record('d', 100 * KB)).toBe(true)
    expect(await of.find('b', false)).toMatchObject({ kind: 'found' })
  })

  it('does not release bodies that another run still reads', async () => {
    const of = open('all')
    const [whole, part] = [start(of, 'whole'), start(of, 'part')]
    whole.include(part)
    receive(part, page(80 * KB), gzipSync(page(80 * KB)))
    finish(of, part)
    finish(of, whole)
    await of.find('whole', false)
    expect(bodyOf('part')).toHaveLength(80 * KB)
    expect(bodyOf('whole')).toHaveLength(80 * KB)
  })

  it('counts failed writes, reports the reason, and recovers', async () => {
    writeFileSync(join(folder, RECORDINGS_FOLDER), '')
    const of = open('all')
    const first = start(of, 'first')
    receive(first, page(100))
    expect(finish(of, first)).toBe(true)
    await expect
      .poll(() => of.unavailableReason(), { timeout: 30_000 })
      .toContain('recordings cannot be stored')
    await expect.poll(() => dropped, { timeout: 30_000 }).toEqual(['store'])
    rmSync(join(folder, RECORDINGS_FOLDER))
    const tryAgain = (): boolean => {
      const trace = start(of, 'again')
      receive(trace, page(100))
      return finish(of, trace)
    }
    await expect.poll(tryAgain, { timeout: 30_000, interval: 200 }).toBe(true)
    await expect.poll(() => of.find('again', false), { timeout: 30_000 }).toMatchObject({ kind: 'found' })
    await expect.poll(() => of.unavailableReason(), { timeout: 30_000 }).toBeUndefined()
  }, 120_000)

  it('writes pending runs before it closes', async () => {
    const of = open('all')
    const trace = start(of, 'last')
    receive(trace, page(100))
    finish(of, trace)
    await of.close()
    expect(bodyOf('last')).toHaveLength(100)
  })
})
