// The store of recordings: bounded in size and age, deduplicates bodies, survives damage, contains no secrets.
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotedBody, NotedRun } from './recording.ts'
import { RECORDINGS_FOLDER, segmentNames } from './recording-files.ts'
import { openRecordingLog } from './recording-log.ts'
import { openRecordings } from './recording-store.ts'
import { writeRun } from './recording-writer.ts'
import type { Secrets } from '../scrub-body.ts'

const MB = 1024 * 1024
const DAY = 86_400_000
const SECRETS: Secrets = [['operators-own-key', 'scrubbed-api_key']]
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(maxBytes = 8 * MB, maxAgeMs = 30 * DAY) {
  const log = openRecordingLog({ folder, maxBytes, maxAgeMs, secrets: SECRETS })
  const write = (run: NotedRun, nowMs = 2_000) => writeRun(log, run, SECRETS, nowMs)
  return { log, write, store: openRecordings(folder) }
}

function run(id: string, body: string | Buffer, more: Partial<NotedRun> = {}): NotedRun {
  return runOf(id, { bytes: new Uint8Array(Buffer.from(body)), coding: '', isScrubbedFirst: false }, more)
}

function runOf(id: string, body: NotedBody, more: Partial<NotedRun> = {}): NotedRun {
  return {
    operation: 'shop.product',
    site: 'shop',
    params: { id },
    atMs: 1_000,
    ms: 5,
    stages: [],
    absent: [],
    dropped: {},
    version: '0.2.0',
    sites: {},
    requests: [{ id, keyId: 'key-1' }],
    answer: undefined,
    exchanges: [
      {
        site: 'shop',
        method: 'GET',
        url: `https://shop.example/p/${id}`,
        attempt: 1,
        startedMs: 0,
        ms: 3,
        status: 200,
        headers: { 'content-type': 'text/html' },
        charset: 'utf-8',
        bytes: body.bytes.length,
        body,
      },
    ],
    ...more,
  }
}

const filesIn = (path: string): string[] => readdirSync(path).map(name => join(path, name))
const recorded = (): string[] => filesIn(join(folder, RECORDINGS_FOLDER))
const bytesOnDisk = (): number => recorded().reduce((sum, file) => sum + statSync(file).size, 0)
const textOnDisk = (): string =>
  recorded()
    .map(file => readFileSync(file, 'latin1'))
    .join()

function bodyOf(store: ReturnType<typeof openRecordings>, id: string): Buffer | undefined {
  const found = store.find(id)
  return found && store.body(found, found.exchanges[0]?.body)?.bytes
}

describe('the recording store', () => {
  it('never exceeds its size limit, and drops the oldest first', () => {
    const { write, store } = open(4 * MB)
    for (let n = 0; n < 60; n++) {
      write(run(`r${n}`, randomBytes(200_000)), 2_000 + n)
      expect(bytesOnDisk()).toBeLessThanOrEqual(4 * MB)
    }
    expect(store.find('r59')?.params).toEqual({ id: 'r59' })
    expect(store.find('r0')).toBeUndefined()
    expect(store.findDropped('r0')).toEqual({ keyId: 'key-1' })
    expect(store.findDropped('r59')).toBeUndefined()
    const kept = store.list({}).map(one => Number(one.params.id?.toString().slice(1)))
    expect(kept.length).toBeGreaterThan(5)
    expect(kept).toEqual(Array.from(kept, (_, place) => 59 - place))
  })

  it('stores a body once per file, and returns it unchanged', () => {
    const { write, store } = open(64 * MB)
    const page = randomBytes(400_000)
    write(run('a', page))
    const before = bytesOnDisk()
    write(run('b', page))
    expect(bytesOnDisk() - before).toBeLessThan(2_000)
    expect(bodyOf(store, 'b')).toEqual(page)
    // Another page of the same length and with the same end.
    const other = Buffer.concat([randomBytes(399_000), page.subarray(-1_000)])
    write(run('c', other))
    expect(bodyOf(store, 'c')).toEqual(other)
    expect(bodyOf(store, 'a')).toEqual(page)
  })

  it('never has a recording whose bodies were dropped with an older one', () => {
    const { write, store } = open(4 * MB)
    const page = randomBytes(100_000)
    for (let n = 0; n < 60; n++) {
      write(run(`r${n}`, n % 2 === 0 ? page : randomBytes(150_000)), 2_000 + n)
      for (const { params } of store.list({})) expect(bodyOf(store, String(params.id))).toBeDefined()
    }
  })

  it.each([
    ['gzip', (page: Buffer) => gzipSync(page)],
    ['br', (page: Buffer) => brotliCompressSync(page)],
    ['deflate', (page: Buffer) => deflateRawSync(page)],
    ['identity, x-gzip', (page: Buffer) => gzipSync(page)],
  ])('stores a body encoded as %s unchanged', (coding, pack) => {
    const { write, store } = open()
    const page = Buffer.from(`<p>${'a page that repeats itself '.repeat(2_000)}</p>`)
    const wire = pack(page)
    write(runOf('a', { bytes: new Uint8Array(wire), coding, isScrubbedFirst: false }))
    expect(textOnDisk()).toContain(wire.toString('latin1'))
    expect(bodyOf(store, 'a')?.toString()).toBe(page.toString())
  })

  it('compresses a plain body', () => {
    const { write, store } = open()
    const page = 'a page that repeats itself '.repeat(20_000)
    write(run('a', page))
    expect(bytesOnDisk()).toBeLessThan(page.length / 10)
    expect(bodyOf(store, 'a')?.toString()).toBe(page)
  })

  it('drops recordings past the maximum age', () => {
    const { log, write, store } = open(8 * MB, DAY)
    write(run('old', 'page'), 0)
    write(run('later', 'page'), DAY / 2)
    log.sweep(DAY)
    expect(store.find('old')).toBeDefined()
    log.sweep(DAY + 1)
    expect(store.find('old')).toBeUndefined()
    expect(store.findDropped('old')).toEqual({ keyId: 'key-1' })
    expect(store.find('later')).toBeDefined()
    // The current file is dropped too when it reaches that age.
    log.sweep(2 * DAY)
    expect(store.list({})).toEqual([])
    write(run('new', 'page'), 2 * DAY)
    expect(store.find('new')).toBeDefined()
  })

  it('rejects a recording that would evict all others', () => {
    const { write, store } = open(4 * MB)
    write(run('small', 'page'))
    expect(() => write(run('huge', randomBytes(2 * MB)))).toThrow(/half of record_mb/)
    write(run('next', 'page'))
    expect(store.list({})).toHaveLength(2)
  })

  it('reads up to the recording that a killed process was writing', () => {
    const { write, store } = open()
    write(run('whole', 'page'))
    write(run('torn', randomBytes(5_000)))
    const [name = ''] = segmentNames(join(folder, RECORDINGS_FOLDER))
    const file = join(folder, RECORDINGS_FOLDER, name)
    truncateSync(file, statSync(file).size - 10)
    expect(
      openRecordings(folder)
        .list({})
        .map(one => one.params.id),
    ).toEqual(['whole'])
    const after = open()
    after.write(run('after', 'page'), 3_000)
    expect(
      openRecordings(folder)
        .list({})
        .map(one => one.params.id),
    ).toEqual(['after', 'whole'])
    expect(store.find('torn')).toBeUndefined()
  })

  it('ignores data that is not a recording', () => {
    const { write, store } = open()
    write(run('a', 'page'))
    const [name = ''] = segmentNames(join(folder, RECORDINGS_FOLDER))
    appendFileSync(join(folder, RECORDINGS_FOLDER, name), randomBytes(10_000))
    expect(store.list({}).map(one => one.params.id)).toEqual(['a'])
  })

  it('continues in a new file when its folder was deleted', () => {
    const { write, store } = open()
    write(run('a', 'page'))
    rmSync(join(folder, RECORDINGS_FOLDER), { recursive: true })
    write(run('b', 'page'))
    expect(store.list({}).map(one => one.params.id)).toEqual(['b'])
  })

  it('can be shared by two writing processes', () => {
    const [one, other] = [open(), open()]
    one.write(run('a', 'page'), 2_000)
    other.write(run('b', 'page'), 2_001)
    expect(segmentNames(join(folder, RECORDINGS_FOLDER))).toHaveLength(2)
    expect(one.store.find('b')).toBeDefined()
  })

  it('is empty when nothing was recorded', () => {
    const store = openRecordings(folder)
    expect(store.list({})).toEqual([])
    expect(store.find('a')).toBeUndefined()
    expect(store.findDropped('a')).toBeUndefined()
    expect(existsSync(join(folder, RECORDINGS_FOLDER))).toBe(false)
  })
})

const PAGE = [
  '<meta name="csrf-token" content="planted-meta-1234">',
  '<input type="hidden" value="planted-input-1234" name="authenticity_token">',
  '<script>window.s = {"accessToken":"planted-json-1234","price":12,"apiKey": "planted-api-1234"};',
  'var t = "{\\"sessionId\\":\\"planted-nested-1234\\"}"; const apiToken = \'planted-js-12345\';</script>',
  '<a href="/p?token=planted-query-1234&amp;x=1">x</a> Bearer planted.bearer.1234567',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.planted-jwt-abcdef',
].join('\n')

/** With secrets in everything recorded besides the page. */
function runWithSecrets(body: NotedBody): NotedRun {
  const noted = runOf('a', body)
  const exchanges = noted.exchanges.map(one => ({
    ...one,
    url: 'https://shop.example/p?key=operators-own-key&token=planted-url-1234',
    sent: '{"password":"planted-sent-1234","as":"operators-own-key"}',
    headers: {
      'set-cookie': 'sid=planted-cookie-1234',
      'content-type': 'text/html',
      'x-echo': 'operators-own-key',
    },
  }))
  return {
    ...noted,
    exchanges,
    params: { q: 'operators-own-key' },
    answer: Buffer.from('"operators-own-key"'),
  }
}

describe('secrets', () => {
  it('of the operator and of requests never reach the disk', () => {
    const { write, store } = open()
    write(runWithSecrets({ bytes: new Uint8Array(gzipSync(PAGE)), coding: 'gzip', isScrubbedFirst: false }))
    expect(textOnDisk()).not.toMatch(/planted|operators-own-key/)
    expect(store.find('a')?.params).toEqual({ q: 'scrubbed-api_key' })
  })

  it('that a page repeats are scrubbed before it is written', () => {
    const { write, store } = open()
    const page = `${PAGE} operators-own-key`
    write(runWithSecrets({ bytes: new Uint8Array(Buffer.from(page)), coding: '', isScrubbedFirst: true }))
    const [name = ''] = segmentNames(join(folder, RECORDINGS_FOLDER))
    expect(name).not.toBe('')
    expect(textOnDisk()).not.toMatch(/planted|operators-own-key/)
    expect(bodyOf(store, 'a')?.toString()).toContain('scrubbed-api_key')
  })

  it('of the shop are scrubbed at the latest when the page is read', () => {
    const { write, store } = open()
    for (const isScrubbedFirst of [true, false]) {
      write(
        runOf(`${isScrubbedFirst}`, {
          bytes: new Uint8Array(gzipSync(`${PAGE}${isScrubbedFirst}`)),
          coding: 'gzip',
          isScrubbedFirst,
        }),
      )
      const read = bodyOf(store, `${isScrubbedFirst}`)?.toString()
      expect(read).not.toContain('planted')
      expect(read).toContain('"price":12')
    }
  })
})
