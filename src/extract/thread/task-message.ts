// The messages between the main thread and its reader threads. Bodies are transferred, so only one thread has them at a time.
import type { PageSource } from '#kit/page/page'
import type { PortableError } from './portable-error.ts'
import type { TaskStep, TaskCall } from '../task.ts'

/** Given to each worker at its start. */
export interface WorkerSettings {
  /** URL of the module that exports `sites`. */
  readonly sitesModule: string
  /** Node's compile cache directory, if enabled. */
  readonly compileCacheDir: string | undefined
}

export interface PortablePage {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly charset: string
  readonly body: PortableBody
}

export interface PortableBody {
  readonly buffer: ArrayBuffer
  readonly byteOffset: number
  readonly byteLength: number
}

type PortableFetched = readonly (readonly [key: string, page: PortablePage | PortableError])[]

export interface TaskMessage {
  readonly call: TaskCall
  readonly fetched: PortableFetched
}

export type TaskReply = { readonly readMs: number } & (
  | Exclude<TaskStep, { kind: 'needs' }>
  /** The bodies are returned, because another thread may continue. */
  | (Extract<TaskStep, { kind: 'needs' }> & { readonly bodies: readonly (PortableBody | undefined)[] })
  | { readonly kind: 'failed'; readonly error: PortableError }
  /** `load` failed with the unchanged fault of this request; the main thread has it with its cause. */
  | { readonly kind: 'passed'; readonly key: string }
)

/** Neither socket reads nor Node's buffer pool use larger blocks, so a larger body does not share its ArrayBuffer. */
const DEDICATED_BUFFER_MIN_BYTES = 64 * 1024

/** The body in a transferable ArrayBuffer: its own, or a copy if the body is small and may share one. */
function toPortableBody({ buffer, byteOffset, byteLength }: Uint8Array): PortableBody {
  const isOwn = byteOffset === 0 && byteLength > DEDICATED_BUFFER_MIN_BYTES && buffer instanceof ArrayBuffer
  if (isOwn) return { buffer, byteOffset, byteLength }
  return { buffer: new Uint8Array(buffer, byteOffset, byteLength).slice().buffer, byteOffset: 0, byteLength }
}

export function fromPortableBody({ buffer, byteOffset, byteLength }: PortableBody): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export function toPortablePage({ url, status, headers, charset, body }: PageSource): PortablePage {
  return { url: url.href, status, headers, charset, body: toPortableBody(body) }
}
