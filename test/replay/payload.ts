// Looks up values in a payload and in answers by key path, in all JSON of the bodies, including JSON in scripts.

/** The bodies that a site sent for one request. */
export type Payload = readonly string[]

/** Every JSON document of the bodies. */
export function jsonIn(payload: Payload): unknown[] {
  return payload.flatMap(body => {
    const texts = /^\s*[{[]/.test(body)
      ? [body]
      : [...body.matchAll(/<script[^>]*>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/gi)].map(
          match => match[1] ?? '',
        )
    return texts.flatMap(parsed)
  })
}

/** The JSON of a script, which may assign it to a global. */
function parsed(text: string): unknown[] {
  const start = text.search(/[{[]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return start < 0 ? [] : [JSON.parse(text.slice(start, end + 1))]
  } catch {
    // A script with more than one JSON value cannot be searched this way.
    return []
  }
}

/** All values whose path matches, list positions as `*`. */
export function findAll(root: unknown, path: RegExp): unknown[] {
  const found: unknown[] = []
  const visit = (value: unknown, here: string): void => {
    if (path.test(here)) found.push(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value))
      visit(member, `${here}/${Array.isArray(value) ? '*' : key}`)
  }
  visit(root, '')
  return found
}

/** Whether a payload has the value under a matching path; numbers may be written as text. */
export function standsAt(payload: Payload, path: RegExp, value: unknown): boolean {
  return jsonIn(payload).some(json => findAll(json, path).some(one => String(one) === String(value)))
}
