// Frees the memory of a large body at once when nobody will read it again.

/** No read from a socket and no pool has blocks as large: such a body has its block for itself. */
const DEDICATED_BUFFER_MIN_BYTES = 64 * 1024

/**
 * Left to the collector, pages of half a megabyte make it go through the whole heap after every hundred of them,
 * which costs more than reading them.
 */
export function releaseBuffer({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isOwn = byteOffset === 0 && byteLength > DEDICATED_BUFFER_MIN_BYTES
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
