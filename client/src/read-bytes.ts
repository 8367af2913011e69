// Reads the body of an answer up to a bound, so that a server cannot fill the memory of its caller.

/** 64 MB: the longest answers of Wares have a few. */
export const ANSWER_BYTES_MAX = 64_000_000

/** Undefined if the body is longer; the rest is not read. */
export async function readBytes(
  response: Response,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Some stand-ins for fetch have no stream.
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > max) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
  const bytes = new Uint8Array(length)
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return bytes
}

export function parseBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}
