// The folder of recordings: a compressed HAR file for each run, whose name says all that is searched for. The oldest are deleted.
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../../runtime/file-trouble.ts'
import type { Har } from '../har/har.ts'
import { PACKED_ENDING, unpackWhole } from '../har/har-file.ts'
import type { CapturedRun, RecordedRequest } from '../recording.ts'

export const RECORDINGS_FOLDER = 'recordings'

export interface RecordingFilter {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly operation?: string | undefined
  readonly site?: string | undefined
  /** `fault` for any. */
  readonly outcome?: 'ok' | 'fault' | undefined
  readonly limit?: number | undefined
}

export interface RecordingFile {
  readonly requestId: string
  readonly keyId: string | null
  /** Undefined when it has been dropped in the meantime, or was damaged by a power failure. */
  read(): Har | undefined
}

export interface Recordings {
  find(requestId: string): RecordingFile | undefined
  /** The owner of a recording that was dropped for size or age. */
  findDropped(requestId: string): { readonly keyId: string | null } | undefined
  /** Newest first. */
  list(filter: RecordingFilter): RecordingFile[]
}

export interface RecordingLimits {
  readonly maxBytes: number
  readonly maxAgeMs: number
}

/** Files are counted when this part of the limit was written since. */
const PRUNE_PARTS = 16
const DROPPED_FILE = 'dropped'
/** About 30,000 ids, which distinguish "dropped" from "never recorded". */
const DROPPED_MAX_BYTES = 1024 * 1024

/** Opens the recordings of a data folder for reading, even while other processes write. */
export function openRecordings(dataDir: string): Recordings {
  const folder = join(dataDir, RECORDINGS_FOLDER)
  const filesIn = (): NamedFile[] => pathsIn(folder).flatMap(path => namedFile(folder, path) ?? [])
  return {
    find: requestId => filesIn().find(one => one.requestId === requestId),
    findDropped(requestId) {
      const lines = ifThere(() => readFileSync(join(folder, DROPPED_FILE), 'utf8'))?.split('\n') ?? []
      const line = lines.find(one => one.startsWith(`${requestId} `))
      return line === undefined ? undefined : { keyId: line.slice(requestId.length + 1) || null }
    },
    list: ({ fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, operation, site, outcome, limit }) =>
      filesIn()
        .filter(one => one.isFirst && one.atMs >= fromMs && one.atMs <= toMs)
        .filter(one => operation === undefined || one.operation === operation)
        .filter(one => site === undefined || one.site === site)
        .filter(one => outcome === undefined || (one.outcome === 'ok') === (outcome === 'ok'))
        .toSorted((a, b) => b.atMs - a.atMs)
        .slice(0, limit),
  }
}

/** Writes recordings, and deletes the oldest. Several processes may share the folder. */
export function openRecordingWriter(dataDir: string, limits: RecordingLimits) {
  const folder = join(dataDir, RECORDINGS_FOLDER)
  const partBytes = limits.maxBytes / PRUNE_PARTS
  // So that the first recording of a process also removes what is too old.
  let sincePruneBytes = Infinity

  return {
    prune: (nowMs: number) => prune(folder, limits, partBytes, nowMs),
    add(run: Omit<CapturedRun, 'answer'>, bytes: Uint8Array): void {
      if (bytes.length > limits.maxBytes / 2)
        throw new Error('the recording is larger than half of record_mb')
      sincePruneBytes += bytes.length
      if (sincePruneBytes > partBytes) {
        prune(folder, limits, Math.max(partBytes, bytes.length), Date.now())
        sincePruneBytes = bytes.length
      }
      const site = join(folder, encodeURIComponent(run.exchanges[0]?.site ?? run.site))
      makeFolder(site, 0o700)
      const [first, ...others] = run.requests.map((one, place) => join(site, nameOf(run, one, place === 0)))
      if (first === undefined) return
      writeWhole(first, bytes)
      for (const other of others) linkTo(first, other)
    },
  }
}

interface NamedFile extends RecordingFile {
  readonly site: string
  readonly atMs: number
  readonly operation: string
  /** `ok`, or the code of the fault. */
  readonly outcome: string
  /** Whether this request is the first of those that shared the run. */
  readonly isFirst: boolean
}

/** `2027-01-31T081500.000Z,sneakerhub.prices,ok,84a4efb781-3q,key_1.har.zst` */
function nameOf(run: Omit<CapturedRun, 'answer'>, { id, keyId }: RecordedRequest, isFirst: boolean): string {
  const time = new Date(run.atMs).toISOString().replaceAll(':', '')
  const parts = [time, run.operation, run.fault?.code ?? 'ok', id, keyId ?? '', ...(isFirst ? [] : ['same'])]
  return `${parts.map(encodeURIComponent).join(',')}${PACKED_ENDING}`
}

/** Undefined for what is no recording: a file being written, or one of an older version. */
function namedFile(folder: string, path: string): NamedFile | undefined {
  const name = basename(path)
  if (!name.endsWith(PACKED_ENDING)) return undefined
  const parts = name.slice(0, -PACKED_ENDING.length).split(',').map(decodeURIComponent)
  const [time = '', operation = '', outcome = '', requestId, keyId = '', same] = parts
  const atMs = Date.parse(time.replace(/T(\d\d)(\d\d)/, 'T$1:$2:'))
  if (requestId === undefined || Number.isNaN(atMs)) return undefined
  const site = decodeURIComponent(path.slice(0, -name.length - 1))
  const isFirst = same === undefined
  const read = () => ifThere(() => unpackWhole(readFileSync(join(folder, path))))
  return { site, atMs, operation, outcome, requestId, keyId: keyId || null, isFirst, read }
}

/** Under its name there is all of it or nothing. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const part = `${file}.part`
  try {
    writeFileSync(part, bytes, { mode: 0o600 })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function linkTo(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch {
    // A file system without links.
    copyFileSync(file, name)
  }
}

/** Deletes what is too old, then the oldest until `roomBytes` are free. What else is in the folder expires with them. */
function prune(folder: string, { maxBytes, maxAgeMs }: RecordingLimits, roomBytes: number, nowMs: number) {
  const files = pathsIn(folder).flatMap(path => {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false })
    // A file with several names is there once.
    return stat?.isFile() && path !== DROPPED_FILE
      ? [{ path, atMs: stat.mtimeMs, bytes: stat.size / stat.nlink }]
      : []
  })
  let freeBytes = maxBytes - DROPPED_MAX_BYTES - files.reduce((sum, one) => sum + one.bytes, 0)
  const gone: string[] = []
  for (const { path, atMs, bytes } of files.toSorted((a, b) => a.atMs - b.atMs)) {
    if (atMs >= nowMs - maxAgeMs && freeBytes >= roomBytes) break
    gone.push(path)
    freeBytes += bytes
  }
  if (gone.length === 0) return
  rememberDropped(folder, gone)
  // Another process may be dropping it at the same time.
  for (const path of gone) rmSync(join(folder, path), { force: true })
}

function rememberDropped(folder: string, paths: readonly string[]): void {
  const file = join(folder, DROPPED_FILE)
  const lines = paths.flatMap(path => {
    const entry = namedFile(folder, path)
    return entry ? [`${entry.requestId} ${entry.keyId ?? ''}\n`] : []
  })
  try {
    appendFileSync(file, lines.join(''), { mode: 0o600 })
    const { size } = statSync(file)
    if (size <= DROPPED_MAX_BYTES) return
    const newest = readFileSync(file).subarray(Math.ceil(size / 2))
    writeFileSync(file, newest.subarray(newest.indexOf('\n') + 1))
  } catch (error) {
    // On a full disk, freeing space is more important.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Relative; none when there is no folder. */
function pathsIn(folder: string): string[] {
  return ifThere(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? []
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
