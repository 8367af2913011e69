// The folder of recordings: bounded in size and age, survives damage, contains no secrets.
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packHar, readHar } from '../har/har-file.ts'
import type { Secrets } from '../scrub-page.ts'
import type { NotedBody, CapturedRun } from '../recording.ts'
import { openRecordings, openRecordingWriter, RECORDINGS_FOLDER } from './recording-folder.ts'
import { recordingOf } from './recording-har.ts'

const MB = 1024 * 1024
const DAY = 86_400_000
const SECRETS: Secrets = [['operators-own-key', 'scrubbed-api_key']]
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(maxBytes = 8 * MB, maxAgeMs = 30 * DAY) {
  const writer = openRecordingWriter(folder, { maxBytes, maxAgeMs })
  const write = (run: CapturedRun) => writer.add(run, packHar(recordingOf(run, SECRETS), SECRETS))
  return { writer, write, store: openRecordings(folder) }
}

const plain = (body: string | Buffer): NotedBody => ({ bytes: new Uint8Array(Buffer.from(body)), coding: '' })
const run = (id: string, body: string | Buffer, more: Partial<CapturedRun> = {}): CapturedRun =>
  runOf(id, plain(body), more)

function runOf(id: string, body: NotedBody, more: Partial<CapturedRun> = {}): CapturedRun {
  return {
    operation: 'shop.product',
    site: 'shop',
    params: { id },
    atMs: 1_000,
    ms: 5,
    stages: [],
    absent: [],
    dropped: {},
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

const recorded = (): string[] =>
  globSync(join(folder, RECORDINGS_FOLDER, '**')).filter(path => statSync(path).isFile())
const bytesOnDisk = (): number => recorded().reduce((sum, file) => sum + statSync(file).size, 0)
const textOnDisk = (): string =>
  recorded()
    .map(file => JSON.stringify(readHar(file)))
    .join()
type Store = ReturnType<typeof openRecordings>
const idsIn = (store: Store): string[] => store.list({}).map(one => one.requestId)

function bodyOf(store: Store, id: string): Buffer {
  const { text = '', encoding } = store.find(id)?.read()?.log.entries[0]?.response.content ?? {}
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
}

describe('the folder of recordings', () => {
  it('never exceeds its size limit, and drops the oldest first', () => {
    const { write, store } = open(4 * MB)
    for (let n = 0; n < 60; n++) {
      write(run(`r${n}`, randomBytes(200_000), { atMs: n }))
      expect(bytesOnDisk()).toBeLessThanOrEqual(4 * MB)
    }
    expect(store.find('r0')).toBeUndefined()
    expect(store.findDropped('r0')).toEqual({ keyId: 'key-1' })
    expect(store.findDropped('r59')).toBeUndefined()
    const kept = idsIn(store).map(id => Number(id.slice(1)))
    expect(kept.length).toBeGreaterThan(5)
    expect(kept).toEqual(Array.from(kept, (_, place) => 59 - place))
  })

  it.each([
    ['gzip', (page: Buffer) => gzipSync(page)],
    ['br', (page: Buffer) => brotliCompressSync(page)],
    ['deflate', (page: Buffer) => deflateRawSync(page)],
    ['identity, x-gzip', (page: Buffer) => gzipSync(page)],
    ['', (page: Buffer) => page],
  ])('stores a body that came as %s, compressed', (coding, pack) => {
    const { write, store } = open()
    const page = Buffer.from(`<p>${'a page that repeats itself '.repeat(2_000)}</p>`)
    write(runOf('a', { bytes: new Uint8Array(pack(page)), coding }))
    expect(bytesOnDisk()).toBeLessThan(page.length / 10)
    expect(bodyOf(store, 'a')).toEqual(page)
  })

  it('is searched by time, operation, site and outcome', () => {
    const { write, store } = open()
    const fault = { code: 'upstream_changed', detail: 'it moved' } as const
    write(run('a', 'page', { fault }))
    write(run('b', 'page', { atMs: 2_000, operation: 'shop.search' }))
    write(run('c', 'page', { atMs: 3_000, exchanges: [], site: 'http://127.0.0.1:80' }))
    const ids = (filter: Parameters<Store['list']>[0]) => store.list(filter).map(one => one.requestId)
    expect(ids({})).toEqual(['c', 'b', 'a'])
    expect(ids({ limit: 1 })).toEqual(['c'])
    expect(ids({ fromMs: 1_001, toMs: 2_999 })).toEqual(['b'])
    expect(ids({ operation: 'shop.search' })).toEqual(['b'])
    expect(ids({ site: 'http://127.0.0.1:80' })).toEqual(['c'])
    expect(ids({ outcome: 'fault' })).toEqual(['a'])
    expect(ids({ outcome: 'ok' })).toEqual(['c', 'b'])
  })

  it('has a recording once, under the id of every caller', () => {
    const { write, store } = open()
    const requests = [
      { id: 'a', keyId: 'key-1' },
      { id: 'b', keyId: null },
    ]
    write(run('a', 'page', { requests }))
    expect(idsIn(store)).toEqual(['a'])
    expect(store.find('b')?.read()).toEqual(store.find('a')?.read())
    expect(store.find('b')?.read()?.log._run?.requests).toEqual(requests)
    expect(recorded().map(file => statSync(file).nlink)).toEqual([2, 2])
  })

  it('drops what is older than the maximum age, also files of an older version', () => {
    const { writer, write, store } = open(8 * MB, DAY)
    mkdirSync(join(folder, RECORDINGS_FOLDER))
    const older = join(folder, RECORDINGS_FOLDER, '000001700000000-1-0.wrec')
    writeFileSync(older, 'of 0.3.0')
    write(run('old', 'page'))
    writer.prune(Date.now() + DAY - 60_000)
    expect([idsIn(store), existsSync(older)]).toEqual([['old'], true])
    writtenAt(Date.now() - DAY - 60_000)
    write(run('later', 'page'))
    writer.prune(Date.now())
    expect([idsIn(store), existsSync(older)]).toEqual([['later'], false])
    expect(store.findDropped('old')).toEqual({ keyId: 'key-1' })
  })

  it('rejects a recording that would evict all others', () => {
    const { write, store } = open(4 * MB)
    write(run('small', 'page'))
    expect(() => write(run('huge', randomBytes(3 * MB)))).toThrow(/half of record_mb/)
    write(run('next', 'page'))
    expect(store.list({})).toHaveLength(2)
  })

  it('reads the others when one is damaged, or was being written by a killed process', () => {
    const { write, store } = open()
    write(run('torn', randomBytes(5_000)))
    const [file = ''] = recorded()
    truncateSync(file, statSync(file).size - 10)
    writeFileSync(`${file}.part`, 'a part')
    write(run('whole', 'page'))
    expect(bodyOf(store, 'whole').toString()).toBe('page')
    expect(store.find('torn')?.read()).toBeUndefined()
  })

  it('continues when its folder was deleted', () => {
    const { write, store } = open()
    write(run('a', 'page'))
    rmSync(join(folder, RECORDINGS_FOLDER), { recursive: true })
    write(run('b', 'page'))
    expect(idsIn(store)).toEqual(['b'])
  })

  it('is empty when nothing was recorded', () => {
    const store = openRecordings(folder)
    expect(store.list({})).toEqual([])
    expect(store.find('a')).toBeUndefined()
    expect(store.findDropped('a')).toBeUndefined()
    expect(existsSync(join(folder, RECORDINGS_FOLDER))).toBe(false)
  })
})

/** As if all files had been written then. */
function writtenAt(ms: number): void {
  for (const file of recorded()) utimesSync(file, ms / 1_000, ms / 1_000)
}

const PAGE = [
  '<meta name="csrf-token" content="planted-meta-1234">',
  '<input type="hidden" value="planted-input-1234" name="authenticity_token">',
  '<script>window.s = {"accessToken":"planted-json-1234","price":12,"apiKey": "planted-api-1234"};',
  'var t = "{\\"sessionId\\":\\"planted-nested-1234\\"}"; const apiToken = \'planted-js-12345\';</script>',
  '<a href="/p?token=planted-query-1234&amp;x=1">x</a> Bearer planted.bearer.1234567',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.planted-jwt-abcdef',
  'operators-own-key',
].join('\n')

/** With secrets in everything recorded besides the page. */
function runWithSecrets(body: NotedBody): CapturedRun {
  const noted = runOf('a', body)
  const exchanges = noted.exchanges.map(one => ({
    ...one,
    url: 'https://shop.example/p?key=operators-own-key&token=planted-url-1234',
    sent: '{"password":"planted-sent-1234","as":"operators-own-key"}',
    sentHeaders: { cookie: 'sid=planted-cookie-1234', 'x-as': 'operators-own-key' },
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
  it.each([
    ['a page', plain(PAGE)],
    ['a compressed page', { bytes: new Uint8Array(gzipSync(PAGE)), coding: 'gzip' }],
    ['a page in another charset', plain(Buffer.from(`${PAGE} caf\u00e9`, 'latin1'))],
  ])('of the operator, of requests and of %s never reach the disk', (_, body) => {
    const { write, store } = open()
    write(runWithSecrets(body))
    expect(textOnDisk()).not.toMatch(/planted|operators-own-key/)
    expect(bodyOf(store, 'a').toString('latin1')).not.toMatch(/planted|operators-own-key/)
    expect(bodyOf(store, 'a').toString('latin1')).toContain('"price":12')
    expect(store.find('a')?.read()?.log._params).toEqual({ q: 'scrubbed-api_key' })
  })
})
