// Prepares a run for storage: scrubs secrets from URLs, headers and request bodies, and compresses bodies.
import { constants, zstdCompressSync } from 'node:zlib'
import { inflateAgain } from '../../upstream/network/inflate.ts'
import type { NotedBody, NotedExchange, NotedRun, ScrubbedRun, StoredExchange } from './recording.ts'
import type { PackedBody, RecordingLog } from './recording-log.ts'
import { namesSecret, scrubPage, scrubSettings, type Secrets } from '../scrub-body.ts'
import { scrubBody, scrubHeaders, scrubUrl } from '../../kit/scrub.ts'

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
type AnyBody = Omit<NotedBody, 'bytes'> & { readonly bytes: Uint8Array }

/** Smaller bodies hardly shrink. */
const PACKED_MIN_BYTES = 1024

export interface PackedRun {
  readonly run: ScrubbedRun
  readonly bodies: readonly PackedBody[]
}

export function writeRun(log: RecordingLog, run: NotedRun, secrets: Secrets, nowMs = Date.now()): PackedRun {
  const bodies: PackedBody[] = []
  const addBody = (body: AnyBody | undefined): number | undefined =>
    body && body.bytes.length > 0 ? bodies.push(packed(body, secrets)) - 1 : undefined
  const { answer, exchanges, ...facts } = run
  const scrubbedRun: ScrubbedRun = {
    ...facts,
    exchanges: exchanges.map(one => scrubExchange(one, secrets, addBody(one.body))),
    answer: addBody(answer && notedAnswer(answer, secrets)),
  }
  log.add(scrubbedRun, bodies, nowMs)
  return { run: scrubbedRun, bodies }
}

function notedAnswer(bytes: Uint8Array, secrets: Secrets): AnyBody {
  return { bytes, coding: '', isScrubbedFirst: namesSecret(bytes, secrets) }
}

/** Unchanged where possible: the shop has already compressed it. */
function packed(body: AnyBody, secrets: Secrets): PackedBody {
  const { bytes, coding } = body.isScrubbedFirst ? scrubbed(body, secrets) : body
  if (coding !== '' || bytes.length < PACKED_MIN_BYTES) return { bytes, coding }
  return { bytes: zstdCompressSync(bytes, LEVEL_1), coding: 'zstd' }
}

/** A tenth of the cost of level 9, for a sixth more bytes. */
const LEVEL_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

function scrubbed(
  { bytes, coding }: AnyBody,
  secrets: Secrets,
): { readonly bytes: Uint8Array; readonly coding: string } {
  const plain = inflateAgain(bytes, coding, MAX_UNPACKED_BYTES)
  const text = Buffer.from(plain.buffer, plain.byteOffset, plain.length).toString('latin1')
  const clean = scrubPage(text, secrets)
  return clean === text ? { bytes, coding } : { bytes: Buffer.from(clean, 'latin1'), coding: '' }
}

function scrubExchange(one: NotedExchange, secrets: Secrets, body: number | undefined): StoredExchange {
  const headers = scrubHeaders(one.headers).map(({ name, value }) => [name, value])
  return {
    ...one,
    url: scrubUrl(scrubSettings(one.url, secrets)),
    sent: one.sent === undefined ? undefined : scrubBody(scrubSettings(one.sent, secrets)),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  }
}
