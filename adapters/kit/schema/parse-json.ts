// Parses what may not be JSON.

/** Undefined if the text is not JSON; no valid JSON parses to undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
