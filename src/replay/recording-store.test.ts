// The store of recordings: bounded in bytes and age, bodies once, opens after damage.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotedRun } from './recording.ts'
import { createRecordingWriter } from './recording-writer.ts'
import { openRecordings, openRecordingsReadOnly, RECORDINGS_FILE } from './recording-store.ts'

const MB = 1024 * 1024
const DAY = 86_400_000
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (maxBytes = 8 * MB, maxAgeMs = 30 * DAY) => openRecordings({ folder, maxBytes, maxAgeMs })

function run(id: string, body: string | Buffer, more: Partial<NotedRun> = {}): NotedRun {
  return {
    operation: 'shop.product',
    site: 'shop',
    params: { id },
    atMs: 1_000,
    ms: 5,
    stages: [],
    absent: [],
    dropped: {},
    version: '0.1.0',
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
        bytes: body.length,
        body: new Uint8Array(Buffer.from(body)),
      },
    ],
    ...more,
  }
}

function bytesIn(path: string): number {
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
}

describe('the store of recordings', () => {
  it('never takes more bytes than it may, and drops the oldest first', () => {
    const store = open(4 * MB)
    const { write } = createRecordingWriter({ secrets: [] })
    for (let n = 0; n < 60; n++) {
      write(store, run(`r${n}`, randomBytes(200_000)), 2_000)
      expect(bytesIn(folder)).toBeLessThanOrEqual(4 * MB)
    }
    expect(store.find('r59')?.params).toEqual({ id: 'r59' })
    expect(store.find('r0')).toBeUndefined()
    expect(store.findDropped('r0')).toEqual({ keyId: 'key-1' })
    expect(store.findDropped('r59')).toBeUndefined()
    const kept = store.list({}).map(one => Number(one.params.id?.toString().slice(1)))
    expect(kept.length).toBeGreaterThan(5)
    expect(kept).toEqual(Array.from(kept, (_, place) => 59 - place))
    store.close()
  })

  it('keeps a body once, as long as one recording needs it', () => {
    const store = open(4 * MB)
    const { write } = createRecordingWriter({ secrets: [] })
    const page = randomBytes(400_000)
    write(store, run('a', page), 2_000)
    const before = store.usedBytes()
    write(store, run('b', page), 2_000)
    expect(store.usedBytes() - before).toBeLessThan(20_000)
    const hash = store.find('b')?.exchanges[0]?.body ?? ''
    expect(store.body(hash)).toEqual(Buffer.from(page.toString('latin1'), 'latin1'))
    for (let n = 0; n < 30; n++) write(store, run(`r${n}`, randomBytes(300_000)), 2_000)
    expect(store.find('a')).toBeUndefined()
    expect(store.hasBody(hash)).toBe(false)
    store.close()
  })

  it('drops what is older than it may be', () => {
    const store = open(8 * MB, DAY)
    const { write } = createRecordingWriter({ secrets: [] })
    write(store, run('old', 'page', { atMs: 0 }), 0)
    write(store, run('exact', 'page', { atMs: 1 }), DAY)
    expect(store.find('old')).toBeDefined()
    write(store, run('new', 'page', { atMs: DAY + 1 }), DAY + 1)
    expect(store.find('old')).toBeUndefined()
    expect(store.find('exact')).toBeDefined()
    store.close()
  })

  it('refuses a recording that would push out all others', () => {
    const store = open(4 * MB)
    const { write } = createRecordingWriter({ secrets: [] })
    write(store, run('small', 'page'), 2_000)
    expect(() => write(store, run('huge', randomBytes(2 * MB)), 2_000)).toThrow(/half of record_mb/)
    expect(store.find('small')).toBeDefined()
    store.close()
  })

  it('puts a damaged file aside and goes on', () => {
    writeFileSync(join(folder, RECORDINGS_FILE), randomBytes(10_000))
    const store = open()
    createRecordingWriter({ secrets: [] }).write(store, run('a', 'page'), 2_000)
    expect(store.find('a')).toBeDefined()
    expect(readdirSync(folder)).toContain(`${RECORDINGS_FILE}.damaged`)
    store.close()
  })

  it('can be read beside the process that writes', () => {
    const store = open()
    createRecordingWriter({ secrets: [] }).write(store, run('a', 'page'), 2_000)
    const reader = openRecordingsReadOnly(folder)
    expect(reader.list({}).map(one => one.params.id)).toEqual(['a'])
    reader.close()
    store.close()
  })

  it('holds no secret: not of headers, addresses, pages or the operator', () => {
    const secrets = [['operators-own-key', 'scrubbed-api_key']] as const
    const store = open()
    const page = [
      '<meta name="csrf-token" content="planted-meta-1234">',
      '<input type="hidden" value="planted-input-1234" name="authenticity_token">',
      '<script>window.s = {"accessToken":"planted-json-1234","price":12,"apiKey": "planted-api-1234"};',
      'var t = "{\\"sessionId\\":\\"planted-nested-1234\\"}"; const apiToken = \'planted-js-12345\';</script>',
      '<a href="/p?token=planted-query-1234&amp;x=1">x</a> Bearer planted.bearer.1234567',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.planted-jwt-abcdef operators-own-key',
    ].join('\n')
    const [exchange] = run('a', page).exchanges
    if (!exchange) throw new Error('no exchange')
    const noted = run('a', page, {
      exchanges: [
        {
          ...exchange,
          url: 'https://shop.example/p?key=operators-own-key&token=planted-url-1234',
          sent: '{"password":"planted-sent-1234"}',
          headers: { 'set-cookie': 'sid=planted-cookie-1234', 'content-type': 'text/html' },
        },
      ],
      params: { q: 'operators-own-key' },
    })
    createRecordingWriter({ secrets }).write(store, noted, 2_000)
    const kept = store.find('a')
    const text = JSON.stringify(kept) + store.body(kept?.exchanges[0]?.body ?? '').toString()
    expect(text).not.toMatch(/planted/)
    expect(text).not.toContain('operators-own-key')
    expect(text).toContain('"price":12')
    expect(kept?.params).toEqual({ q: 'scrubbed-api_key' })
    store.close()
  })
})
