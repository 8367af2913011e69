// Gives the memory of a fetched page back at once.

/** Neither socket reads nor Node's buffer pool use larger blocks, so a larger body does not share its ArrayBuffer. */
const DEDICATED_BUFFER_MIN_BYTES = 64 * 1024

/**
 * Without it, pages of half a megabyte trigger a full garbage collection after every hundred pages,
 * which costs more than reading them.
 */
export function releaseBuffer({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isOwn = byteOffset === 0 && byteLength > DEDICATED_BUFFER_MIN_BYTES
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
