// Reads recordings: finds one by request id, lists them, and returns their bodies, decompressed and scrubbed.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { inflateAgain } from '../../upstream/network/inflate.ts'
import type { BodyPlace, StoredRun } from './recording.ts'
import { findDropped, RECORDINGS_FOLDER, segmentNames, withSegment } from './recording-files.ts'
import { scrubPage } from '../scrub-body.ts'
import { readAt, readRecords } from './segment-format.ts'

export interface RecordingFilter {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly operation?: string | undefined
}

/** A recording with the name of the segment that contains its bodies. */
export interface FoundRun extends StoredRun {
  readonly segment: string
}

export interface RecordingStore {
  find(requestId: string): FoundRun | undefined
  findDropped: (requestId: string) => { readonly keyId: string | null } | undefined
  /** Undefined when it was not stored, has been dropped in the meantime, or was damaged by a power failure. */
  body(run: FoundRun, body: number | undefined): FoundBody | undefined
  /** Newest first. */
  list(filter: RecordingFilter): FoundRun[]
}

export interface FoundBody {
  /** Decompressed and scrubbed. */
  readonly bytes: Buffer
  /** Of the stored bytes, which are mostly as the shop sent them, compressed. */
  readonly sha256: string
}

interface SegmentIndex {
  /** The position up to which it has been read. */
  end: number
  readonly ids: Map<string, number>
}

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

/** Opens the recordings of a data folder for reading, even while another process writes. No file stays open. */
export function openRecordings(dataDir: string): RecordingStore {
  const folder = join(dataDir, RECORDINGS_FOLDER)
  let indexes = new Map<string, SegmentIndex>()

  /** Indexes what was written since the last call. */
  function refreshIndexes(): void {
    const known = indexes
    indexes = new Map(segmentNames(folder).map(name => [name, known.get(name) ?? { end: 0, ids: new Map() }]))
    for (const [name, index] of indexes) {
      withSegment(folder, name, file => {
        for (const { run, at, end } of readRecords(file, index.end)) {
          for (const { id } of run.requests) index.ids.set(id, at)
          index.end = end
        }
      })
    }
  }

  return {
    find(requestId) {
      refreshIndexes()
      const [segment, index] = indexes.entries().find(([, { ids }]) => ids.has(requestId)) ?? []
      if (segment === undefined) return undefined
      const at = index?.ids.get(requestId) ?? 0
      return withSegment(folder, segment, file => foundRun(readRecords(file, at).next().value?.run, segment))
    },
    findDropped: requestId => findDropped(folder, requestId),
    body({ segment, bodies }, body) {
      const place = body === undefined ? undefined : bodies[body]
      return place && withSegment(folder, segment, file => readBody(file, place))
    },
    list: ({ fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, operation }) =>
      segmentNames(folder)
        .flatMap(segment => withSegment(folder, segment, file => runsOf(file, segment)) ?? [])
        .filter(run => run.atMs >= fromMs && run.atMs <= toMs)
        .filter(run => operation === undefined || run.operation === operation)
        .toReversed()
        .toSorted((a, b) => b.atMs - a.atMs),
  }
}

function runsOf(file: number, segment: string): FoundRun[] {
  return readRecords(file, 0)
    .map(({ run }) => Object.assign(run, { segment }))
    .toArray()
}

function foundRun(run: StoredRun | undefined, segment: string): FoundRun | undefined {
  return run && { ...run, segment }
}

function readBody(file: number, { at, length, coding }: BodyPlace): FoundBody | undefined {
  return bodyOf(readAt(file, at, length), coding)
}

export function bodyOf(stored: Buffer, coding: string): FoundBody | undefined {
  const plain = unpacked(stored, coding)
  if (!plain) return undefined
  return {
    bytes: Buffer.from(scrubPage(plain.toString('latin1'), []), 'latin1'),
    sha256: hash('sha256', stored),
  }
}

function unpacked(bytes: Buffer, coding: string): Buffer | undefined {
  try {
    return Buffer.from(inflateAgain(bytes, coding, MAX_UNPACKED_BYTES))
  } catch (error) {
    // After a power failure a file may have holes.
    if (/^(?:Z_|ERR_|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
