// Writes recordings: appends them to segment files of a bounded size and deletes the oldest segments to make room.
import { closeSync, fstatSync, ftruncateSync, openSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import type { BodyPlace, ScrubbedRun, StoredRun } from './recording.ts'
import {
  begunAtMs,
  DROPPED_MAX_BYTES,
  dropSegment,
  RECORDINGS_FOLDER,
  segmentName,
  segmentNames,
  segmentSize,
} from './recording-files.ts'
import { makeFolder } from '../../runtime/file-trouble.ts'
import { jsonSecrets, scrubSettings, type Secrets } from '../scrub-body.ts'
import { PREFIX_BYTES, readAt, recordPrefix } from './segment-format.ts'

export interface PackedBody {
  readonly bytes: Uint8Array
  readonly coding: string
}

export interface RecordingLog {
  add(run: ScrubbedRun, bodies: readonly PackedBody[], nowMs: number): void
  /** Drops segments past the maximum age. */
  sweep(nowMs: number): void
  close(): void
}

export interface RecordingLogOptions {
  /** The data folder. */
  readonly folder: string
  readonly maxBytes: number
  readonly maxAgeMs: number
  /** The operator's secrets, which are never written. */
  readonly secrets: Secrets
}

/** The size and age limits are divided into this many segments, which are deleted as a whole. */
const SEGMENTS = 16
const SEGMENT_MAX_BYTES = 16 * 1024 * 1024
const KEY_BYTES = 16

interface Segment {
  readonly file: number
  readonly name: string
  /** Bodies in the segment, by `quickKey`. */
  readonly known: Map<string, BodyPlace>
  length: number
}

export function openRecordingLog(options: RecordingLogOptions): RecordingLog {
  const folder = join(options.folder, RECORDINGS_FOLDER)
  const roomBytes = options.maxBytes - DROPPED_MAX_BYTES
  const segmentBytes = Math.min(SEGMENT_MAX_BYTES, roomBytes / SEGMENTS)
  const secrets = jsonSecrets(options.secrets)
  let segment: Segment | undefined
  let begun = 0
  let usedBytes = 0

  function countBytes(): void {
    usedBytes = segmentNames(folder).reduce((sum, name) => sum + segmentSize(folder, name), 0)
  }

  function dropOldest(): boolean {
    const oldest = segmentNames(folder).find(name => name !== segment?.name)
    if (oldest === undefined) return false
    usedBytes -= segmentSize(folder, oldest)
    dropSegment(folder, oldest)
    return true
  }

  function sweep(nowMs: number): void {
    if (segment && nowMs - begunAtMs(segment.name) > options.maxAgeMs) close()
    const old = segmentNames(folder).filter(name => nowMs - begunAtMs(name) > options.maxAgeMs)
    for (const name of old) dropSegment(folder, name)
    countBytes()
  }

  function isDue({ file, name, length }: Segment, nowMs: number): boolean {
    const isOld = nowMs - begunAtMs(name) > options.maxAgeMs / SEGMENTS
    // Another process may have dropped it as the oldest.
    return length >= segmentBytes || isOld || fstatSync(file).nlink === 0
  }

  function close(): void {
    if (segment) closeSync(segment.file)
    segment = undefined
  }

  function currentSegment(nowMs: number): Segment {
    if (segment && !isDue(segment, nowMs)) return segment
    close()
    makeFolder(folder, 0o700)
    sweep(nowMs)
    const name = segmentName(nowMs, begun++)
    segment = { file: openSync(join(folder, name), 'wx+', 0o600), name, known: new Map(), length: 0 }
    return segment
  }

  return {
    sweep,
    close,
    add(run, bodies, nowMs) {
      const current = currentSegment(nowMs)
      const { places, added } = placeBodies(bodies, current)
      const stored: StoredRun = { ...run, bodies: places }
      const facts = Buffer.from(scrubSettings(JSON.stringify(stored), secrets))
      const pieces = piecesOf(facts, added)
      const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
      if (size > roomBytes / 2) throw new Error('the recording is larger than half of record_mb')
      while (usedBytes + size > roomBytes) if (!dropOldest()) break
      append(current, pieces, size)
      usedBytes += size
      for (const [n, body] of bodies.entries()) current.known.set(quickKey(body), places[n] as BodyPlace)
    },
  }
}

/** The place of each body; `added` are those that the file does not contain yet. */
function placeBodies(
  bodies: readonly PackedBody[],
  segment: Segment,
): { places: BodyPlace[]; added: Uint8Array[] } {
  const added: Uint8Array[] = []
  let at = segment.length + PREFIX_BYTES
  const places = bodies.map((body): BodyPlace => {
    const { bytes, coding } = body
    const known = segment.known.get(quickKey(body))
    if (known && readAt(segment.file, known.at, known.length).equals(bytes)) return known
    const place = { at, length: bytes.length, coding }
    added.push(bytes)
    at += bytes.length
    return place
  })
  return { places, added }
}

/** The last bytes of compressed data are as good as a hash: gzip ends with a checksum. Bodies with the same key are compared. */
function quickKey({ bytes, coding }: PackedBody): string {
  return `${coding} ${bytes.length} ${Buffer.from(bytes.subarray(-KEY_BYTES)).toString('latin1')}`
}

function piecesOf(facts: Buffer, bodies: readonly Uint8Array[]): Uint8Array[] {
  const bodyBytes = bodies.reduce((sum, one) => sum + one.length, 0)
  return [recordPrefix(facts, bodyBytes), ...bodies, facts]
}

/** All or nothing: a partial write on a full disk is truncated. */
function append(segment: Segment, pieces: readonly Uint8Array[], size: number): void {
  const { file, length } = segment
  try {
    const written = writevSync(file, pieces, length)
    if (written < size) throw new Error(`no space left: ${written} of ${size} bytes were written`)
    segment.length += size
  } catch (error) {
    ftruncateSync(file, length)
    throw error
  }
}
