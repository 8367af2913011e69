// Finds the recordings for `explain`, `replay` and new cases: requests by id or time, HAR files, folders.
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { readStoreLocation } from '../../settings/config.ts'
import { timeMs } from '../../settings/fields.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import {
  PACKED_ENDING,
  readHar,
  type ReplayableRecording,
  replayableHar,
  unpackWhole,
} from '../../record/har/har-file.ts'
import type { Har } from '../../record/har/har.ts'
import {
  openRecordings,
  type RecordingFile,
  type RecordingFilter,
  RECORDINGS_FOLDER,
} from '../../record/recordings/recording-folder.ts'
import { findSharedRecording } from '../../record/recordings/shared-recordings.ts'
import { openStore } from '../../store/open-store.ts'

/** The recordings of the configured data folder, newest first. */
function listedRecordings(filter: RecordingFilter): RecordingFile[] {
  const { dataDir } = readStoreLocation()
  if (!existsSync(join(dataDir, RECORDINGS_FOLDER))) {
    throw operatorError(
      `There are no recordings in ${dataDir}. Faults are recorded while the server runs; \`record: all\` in wares.yaml (or WARES_RECORD=all) records every request.`,
    )
  }
  return openRecordings(dataDir).list(filter)
}

/** This machine's, or a copy of another replica's; undefined if there is none. */
export async function recordedHar(id: string): Promise<Har | undefined> {
  const { dataDir, databaseUrl } = readStoreLocation()
  const local = openRecordings(dataDir).find(id)?.read()
  if (local || databaseUrl === undefined) return local
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const packed = await findSharedRecording(store.database, id)
    return packed && unpackWhole(packed)
  } finally {
    await store.close()
  }
}

export async function recordingById(id: string): Promise<ReplayableRecording> {
  const har = await recordedHar(id)
  if (har) return replayableHar(har, id)
  throw operatorError(
    openRecordings(readStoreLocation().dataDir).findDropped(id)
      ? `The recording of ${id} was dropped because of its size or age (record_mb, record_days).`
      : `${id} was never recorded: it is unknown, was answered from the cache, or \`record\` does not cover it.`,
  )
}

/** Finds recordings by id, HAR file, or folder with HAR files at any depth. */
export async function recordingsNamed(what: string): Promise<ReplayableRecording[]> {
  if (!existsSync(what)) {
    if (isFile(what)) throw operatorError(`There is no file ${what}.`)
    return [await recordingById(what)]
  }
  if (!statSync(what).isDirectory()) return [replayableHar(readHar(what), what)]
  const files = globSync([join(what, '**/*.har'), join(what, `**/*${PACKED_ENDING}`)]).toSorted()
  if (files.length === 0) throw operatorError(`There are no HAR files in ${what}.`)
  return files.map(file => replayableHar(readHar(file), file))
}

export function recordingsBetween(filter: RecordingFilter): ReplayableRecording[] {
  return listedRecordings(filter).flatMap(listedRecording => {
    const har = listedRecording.read()
    return har ? [replayableHar(har, listedRecording.requestId)] : []
  })
}

/** Rather than the id of a request. */
export function isFile(what: string): boolean {
  return existsSync(what) || /[/\\]|\.har(?:\.zst)?$/.test(what)
}

/** `2027-01-31`, `2027-01-31T10:00Z`, or `2h` for two hours ago. */
export function parseMoment(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? '']
  const atMs = unitMs === undefined ? timeMs(text) : Date.now() - Number(count) * unitMs
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError('it must be 2027-01-31, 2027-01-31T10:00Z, or 2h for two hours ago')
  return atMs
}
