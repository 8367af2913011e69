// Makes a run fit to be kept: secrets scrubbed from addresses, headers, parameters, pages and the answer; bodies by their hash.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { NotedExchange, NotedRun, StoredExchange, StoredRun } from './recording.ts'
import type { RecordingThreadSettings } from './recording-messages.ts'
import { pack, type RecordingStore, type StoredBody } from './recording-store.ts'
import { scrubPage, scrubSettings, type Secrets } from './scrub-body.ts'
import { scrubBody, scrubHeaders, scrubUrl } from './scrub.ts'

export interface RecordingWriter {
  readonly write: (store: RecordingStore, run: NotedRun, nowMs?: number) => void
}

/** Hashes of pages as they came: the same page again is neither scrubbed nor compressed again. */
const KNOWN_PAGES = 10_000

export function createRecordingWriter({
  secrets,
}: Pick<RecordingThreadSettings, 'secrets'>): RecordingWriter {
  const known = new LRUCache<string, string>({ max: KNOWN_PAGES })

  function storeBody(
    store: RecordingStore,
    body: Uint8Array | undefined,
    added: Map<string, StoredBody>,
  ): string | undefined {
    if (!body || body.length === 0) return undefined
    const received = hashOf(body)
    const before = known.get(received)
    if (before !== undefined && (added.has(before) || store.hasBody(before))) return before
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
    const clean = scrubPage(text, secrets)
    // Most pages hold no secret: they are kept under the hash that is known already.
    const isSame = clean === text
    const scrubbed = isSame ? body : Buffer.from(clean, 'latin1')
    const hash = isSame ? received : hashOf(scrubbed)
    known.set(received, hash)
    if (!added.has(hash) && !store.hasBody(hash)) added.set(hash, { hash, packed: pack(scrubbed) })
    return hash
  }

  return {
    write(store, run, nowMs = Date.now()) {
      const added = new Map<string, StoredBody>()
      const { answer, exchanges, ...facts } = run
      const stored: StoredRun = {
        ...scrubFacts(facts, secrets),
        exchanges: exchanges.map(one => scrubExchange(one, secrets, storeBody(store, one.body, added))),
        answer: storeBody(store, answer, added),
      }
      store.add(stored, [...added.values()], nowMs)
    },
  }
}

function scrubExchange(one: NotedExchange, secrets: Secrets, body: string | undefined): StoredExchange {
  const headers = scrubHeaders(one.headers).map(({ name, value }) => [name, scrubSettings(value, secrets)])
  return {
    ...one,
    url: scrubUrl(scrubSettings(one.url, secrets)),
    sent: one.sent === undefined ? undefined : scrubBody(scrubSettings(one.sent, secrets)),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  }
}

/** Parameters, origins and settings: small, and every text among them may repeat a secret. */
function scrubFacts<T extends object>(facts: T, secrets: Secrets): T {
  const text = JSON.stringify(facts)
  const escaped = secrets.map(([value, name]) => [JSON.stringify(value).slice(1, -1), name] as const)
  const scrubbed = scrubSettings(text, escaped)
  return JSON.parse(scrubbed) as T
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
