// The files of recordings in the data folder: their names by age, and the ids of dropped recordings.
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readRecords } from './segment-format.ts'

export const RECORDINGS_FOLDER = 'recordings'
const ENDING = '.wrec'
const DROPPED_FILE = 'dropped'
/** About 30,000 ids, which distinguish "dropped" from "never recorded". */
export const DROPPED_MAX_BYTES = 1024 * 1024

/** Sorts by start time, and is unique across processes. */
export function segmentName(nowMs: number, counter: number): string {
  return `${String(nowMs).padStart(15, '0')}-${process.pid}-${counter}${ENDING}`
}

export function begunAtMs(name: string): number {
  return Number(name.slice(0, 15))
}

/** Oldest first; empty when there is no folder. */
export function segmentNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith(ENDING))
      .toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** 0 for one that another process has dropped. */
export function segmentSize(folder: string, name: string): number {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
}

/** Stores its ids before deleting it. */
export function dropSegment(folder: string, name: string): void {
  const ids = withSegment(folder, name, file =>
    readRecords(file, 0)
      .flatMap(({ run }) => run.requests.map(({ id, keyId }) => `${id} ${keyId ?? ''}\n`))
      .toArray(),
  )
  rememberDropped(join(folder, DROPPED_FILE), ids ?? [])
  // Another process may be dropping it at the same time.
  rmSync(join(folder, name), { force: true })
}

function rememberDropped(file: string, ids: readonly string[]): void {
  try {
    appendFileSync(file, ids.join(''), { mode: 0o600 })
    const { size } = statSync(file)
    if (size <= DROPPED_MAX_BYTES) return
    const newest = readFileSync(file).subarray(Math.ceil(size / 2))
    writeFileSync(file, newest.subarray(newest.indexOf('\n') + 1))
  } catch (error) {
    // On a full disk, freeing space is more important.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** The owner of a recording that was dropped for size or age. */
export function findDropped(folder: string, requestId: string): { keyId: string | null } | undefined {
  try {
    const lines = readFileSync(join(folder, DROPPED_FILE), 'utf8').split('\n')
    const line = lines.find(one => one.startsWith(`${requestId} `))
    return line === undefined ? undefined : { keyId: line.slice(requestId.length + 1) || null }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Undefined if it has been dropped in the meantime. */
export function withSegment<T>(folder: string, name: string, use: (file: number) => T): T | undefined {
  let file: number
  try {
    file = openSync(join(folder, name), 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
