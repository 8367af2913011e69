// Files of HAR: reads those of browsers and of Wares, plain or compressed, and writes the compressed ones of recordings.
import { readFileSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { operatorError } from '../../runtime/operator-error.ts'
import { jsonSecrets, scrubSettings, type Secrets } from '../scrub-page.ts'
import type { Har, RecordingFacts } from './har.ts'

/** A recording with everything needed to replay it and compare the outcome. */
export interface ReplayableRecording {
  /** The request id, or the file. */
  readonly name: string
  readonly har: Har
  readonly facts: RecordingFacts & Required<Pick<RecordingFacts, '_operation' | '_params'>>
}

/** What people and programs call a compressed recording. */
export const PACKED_ENDING = '.har.zst'
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A tenth of the cost of level 9, for a sixth more bytes. */
const LEVEL_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** No secret of the operator is left in it, wherever it stood. */
export function packHar(har: Har, secrets: Secrets): Buffer {
  return zstdCompressSync(scrubSettings(JSON.stringify(har), jsonSecrets(secrets)), LEVEL_1)
}

/** Undefined for a part of one, as a power failure leaves it, and for a recording of 0.3.0. */
export function unpackWhole(bytes: Uint8Array): Har | undefined {
  try {
    return unpackHar(bytes)
  } catch {
    return undefined
  }
}

/** Throws if it is damaged, or no JSON. */
function unpackHar(bytes: Uint8Array): Har {
  const isPacked = ZSTD_MAGIC.equals(bytes.subarray(0, ZSTD_MAGIC.length))
  return JSON.parse((isPacked ? zstdDecompressSync(bytes) : Buffer.from(bytes)).toString()) as Har
}

export function readHar(file: string): Har {
  try {
    return unpackHar(readFileSync(file))
  } catch (error) {
    throw operatorError(`${file} cannot be read as a HAR file: ${(error as Error).message}`)
  }
}

/** Rejects a HAR that was not made by Wares, and lists what it lacks. */
export function replayableHar(har: Har, name: string): ReplayableRecording {
  const log = (har as Partial<Har> | null)?.log as Partial<Har['log']> | undefined
  const missing = [
    ...(Array.isArray(log?.entries) ? [] : ['log.entries (the exchanges)']),
    ...(typeof log?._operation === 'string' ? [] : ['log._operation (the operation)']),
    ...(typeof log?._params === 'object' ? [] : ['log._params (its parameters)']),
    ...(log?._answer === undefined && log?._fault === undefined
      ? ['log._answer or log._fault (the outcome to compare with)']
      : []),
  ]
  if (missing.length > 0) {
    throw operatorError(
      `${name} is not a recording of Wares. It lacks ${missing.join(', ')}. \`wares replay --export\` writes recordings that can be replayed; \`wares call OPERATION --har FILE\` runs an operation on any HAR file.`,
    )
  }
  return { name, har, facts: log as ReplayableRecording['facts'] }
}
