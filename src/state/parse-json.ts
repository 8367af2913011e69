// Parses JSON from an untrusted source.

/** Undefined for what is not JSON: no JSON text means undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
