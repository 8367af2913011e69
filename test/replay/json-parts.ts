// The JSON documents of a body: the body itself, or those in the script elements of a page.

export interface JsonPart {
  /** Empty for a whole body. */
  readonly name: string
  readonly value: unknown
  /** The body with this value instead. */
  readonly put: (value: unknown) => string
}

/** A script may assign its JSON to a global. */
const SCRIPT = /<script\b[^>]*>\s*(?:(?:window|var)[^={]*=\s*)?([[{][\s\S]*?)\s*;?\s*<\/script>/gi

export function jsonParts(body: string): JsonPart[] {
  const whole = parsed(body)
  if (whole !== undefined) return [{ name: '', value: whole, put: value => JSON.stringify(value) }]
  return [...body.matchAll(SCRIPT)].flatMap(match => {
    const [script, json = ''] = match
    const value = parsed(json)
    if (value === undefined) return []
    const start = match.index + script.indexOf(json)
    const [before, after] = [body.slice(0, start), body.slice(start + json.length)]
    const put = (changed: unknown) => before + JSON.stringify(changed).replaceAll('<', '\\u003c') + after
    return [{ name: `script at ${start} `, value, put }]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON, so it has no fields to change.
    return undefined
  }
}
