// Finds the recordings for `explain`, `replay` and new cases: requests by id or time, HAR files, folders.
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { readStoreLocation } from '../../config.ts'
import { timeMs } from '../../kit/define/fields.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { type ReplayableRecording, replayableHar, replayableRun } from '../../replay/har/recorded-har.ts'
import { RECORDINGS_FOLDER } from '../../replay/record/recording-files.ts'
import {
  openRecordings,
  type RecordingFilter,
  type RecordingStore,
} from '../../replay/record/recording-store.ts'
import { openPackedRecording } from '../../replay/record/packed-recording.ts'
import { findSharedRecording } from '../../replay/record/shared-recordings.ts'
import { openStore } from '../../state/open-store.ts'
import { readHar } from './recordings.ts'

/** Opens the recordings in the configured data folder. */
export function withRecordings<T>(use: (store: RecordingStore) => T): T {
  const { dataDir } = readStoreLocation()
  if (!existsSync(join(dataDir, RECORDINGS_FOLDER))) {
    throw operatorError(
      `There are no recordings in ${dataDir}. Faults are recorded while the server runs; \`record: all\` in wares.yaml (or WARES_RECORD=all) records every request.`,
    )
  }
  return use(openRecordings(dataDir))
}

/** A store that has the recording: this machine's, or a copy of another replica's. */
export async function recordingsWith(id: string): Promise<RecordingStore> {
  const { dataDir, databaseUrl } = readStoreLocation()
  if (databaseUrl === undefined) return withRecordings(store => store)
  const own = openRecordings(dataDir)
  if (own.find(id)) return own
  return (await findShared(id, { dataDir, databaseUrl })) ?? own
}

async function findShared(
  id: string,
  location: Parameters<typeof openStore>[0],
): Promise<RecordingStore | undefined> {
  const store = await openStore(location)
  try {
    const bytes = await findSharedRecording(store.database, id)
    return bytes && openPackedRecording(bytes)
  } finally {
    await store.close()
  }
}

export async function recordingById(id: string): Promise<ReplayableRecording> {
  const store = await recordingsWith(id)
  const run = store.find(id)
  if (!run) throw notFound(store, id)
  return { ...replayableRun(run, store), name: id }
}

function notFound(store: RecordingStore, id: string): Error {
  return operatorError(
    store.findDropped(id)
      ? `The recording of ${id} was dropped because of its size or age (record_mb, record_days).`
      : `${id} was never recorded: it is unknown, was answered from the cache, or \`record\` does not cover it.`,
  )
}

/** By id, HAR file, or folder with HAR files at any depth. */
export async function recordingsNamed(what: string): Promise<ReplayableRecording[]> {
  if (!existsSync(what)) {
    if (/[/\\]|\.har$/.test(what)) throw operatorError(`There is no file ${what}.`)
    return [await recordingById(what)]
  }
  if (!statSync(what).isDirectory()) return [replayableHar(readHar(what), what)]
  const files = globSync(join(what, '**/*.har')).toSorted()
  if (files.length === 0) throw operatorError(`There are no HAR files in ${what}.`)
  return files.map(file => replayableHar(readHar(file), file))
}

export function recordingsBetween(filter: RecordingFilter): ReplayableRecording[] {
  return withRecordings(store => store.list(filter).map(run => replayableRun(run, store)))
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
