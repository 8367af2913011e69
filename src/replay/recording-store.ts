// Reads recordings: finds one by its request, lists them, and gives their bodies, decompressed and without secrets.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { inflateAgain } from '../upstream/inflate.ts'
import type { BodyPlace, StoredRun } from './recording.ts'
import { findDropped, RECORDINGS_FOLDER, segmentNames, withSegment } from './recording-files.ts'
import { scrubPage } from './scrub-body.ts'
import { readAt, readRecords } from './segment-format.ts'

export interface RecordingFilter {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly operation?: string | undefined
}

/** A recording with the name of the file that has its bodies. */
export interface FoundRun extends StoredRun {
  readonly segment: string
}

export interface RecordingStore {
  find(requestId: string): FoundRun | undefined
  findDropped: (requestId: string) => { readonly keyId: string | null } | undefined
  /** Undefined where it was not kept, has been dropped meanwhile, or was damaged by a power cut. */
  body(run: FoundRun, body: number | undefined): FoundBody | undefined
  /** The newest first. */
  list(filter: RecordingFilter): FoundRun[]
}

export interface FoundBody {
  /** Decompressed and scrubbed. */
  readonly bytes: Buffer
  /** Of the body as it is kept: mostly as the shop sent it, compressed. */
  readonly sha256: string
}

interface SegmentIndex {
  /** Up to where it has been read. */
  end: number
  readonly ids: Map<string, number>
}

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

/** Of a data folder, beside the process that may be writing. Nothing stays open. */
export function openRecordings(dataDir: string): RecordingStore {
  const folder = join(dataDir, RECORDINGS_FOLDER)
  let indexes = new Map<string, SegmentIndex>()

  /** Of what was written since the last time. */
  function readOn(): void {
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
      readOn()
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
  const kept = readAt(file, at, length)
  const plain = unpacked(kept, coding)
  if (!plain) return undefined
  return {
    bytes: Buffer.from(scrubPage(plain.toString('latin1'), []), 'latin1'),
    sha256: hash('sha256', kept),
  }
}

function unpacked(bytes: Buffer, coding: string): Buffer | undefined {
  try {
    return Buffer.from(inflateAgain(bytes, coding, MAX_UNPACKED_BYTES))
  } catch (error) {
    // After a power cut a file may have holes.
    if (/^(?:Z_|ERR_|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
