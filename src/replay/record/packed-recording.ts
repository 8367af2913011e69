// One recording as bytes: a file of recordings with a single record, so that it can be stored anywhere and read like a file.
import type { BodyPlace, ScrubbedRun, StoredRun } from './recording.ts'
import type { PackedBody } from './recording-log.ts'
import { bodyOf, type FoundRun, type RecordingStore } from './recording-store.ts'
import { jsonSecrets, scrubSettings, type Secrets } from '../scrub-body.ts'
import { PREFIX_BYTES, recordPrefix, sizesIn } from './segment-format.ts'

export interface PackedRecording {
  readonly requestIds: readonly string[]
  readonly atMs: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function packRecording(
  run: ScrubbedRun,
  bodies: readonly PackedBody[],
  secrets: Secrets,
): PackedRecording {
  const places: BodyPlace[] = []
  let at = PREFIX_BYTES
  for (const { bytes, coding } of bodies) {
    places.push({ at, length: bytes.length, coding })
    at += bytes.length
  }
  const stored: StoredRun = { ...run, bodies: places }
  const facts = Buffer.from(scrubSettings(JSON.stringify(stored), jsonSecrets(secrets)))
  // Memory of its own, because it is transferred to another thread.
  const bytes = new Uint8Array(at + facts.length)
  bytes.set(recordPrefix(facts, at - PREFIX_BYTES))
  for (const [place, body] of bodies.entries()) bytes.set(body.bytes, places[place]?.at ?? 0)
  bytes.set(facts, at)
  return { requestIds: run.requests.map(one => one.id), atMs: run.atMs, bytes }
}

/** Reads it like a store that has only this recording. */
export function openPackedRecording(bytes: Uint8Array): RecordingStore {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const { bodyBytes, factsBytes } = sizesIn(buffer)
  const factsAt = PREFIX_BYTES + bodyBytes
  const run: FoundRun = {
    ...(JSON.parse(buffer.toString('utf8', factsAt, factsAt + factsBytes)) as StoredRun),
    segment: '',
  }
  return {
    find: requestId => (run.requests.some(one => one.id === requestId) ? run : undefined),
    findDropped: () => undefined,
    body(_run, body) {
      const place = body === undefined ? undefined : run.bodies[body]
      return place && bodyOf(buffer.subarray(place.at, place.at + place.length), place.coding)
    },
    list: () => [run],
  }
}
