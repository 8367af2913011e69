// Parses the JSON body of a GET or QUERY request into parameters; accepts only one small JSON object.
import type { IncomingHttpHeaders } from 'node:http'
import { invalidParameterFault } from '../engine/read-params.ts'
import { isStorable } from '../kit/storable-json.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { Fault } from '../kit/fault.ts'
import { toRawParams } from '../kit/raw-params.ts'

export function readBody(bytes: Buffer, headers: IncomingHttpHeaders): RawParam[] {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Fault('unsupported_media_type', 'a request body must be application/json')
  }
  return parseBodyParams(bytes)
}

function parseBodyParams(bytes: Uint8Array): RawParam[] {
  const text = decode(bytes)
  if (text.trim() === '') return []
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badBodyFault('the body must be a JSON object')
  const repeated = findRepeatedKey(text)
  if (repeated !== undefined) {
    throw invalidParameterFault([
      {
        name: repeated.slice(0, 64),
        in: 'body',
        message: `${JSON.stringify(repeated.slice(0, 64))} occurs twice in the body`,
      },
    ])
  }
  // Such a character can only be an escape, so most bodies need no closer look.
  if (/\\u(?:0000|d[89a-f])/i.test(text) && !isStorableValue(value))
    throw badBodyFault('the body contains U+0000, or half of a surrogate pair')
  return toRawParams(value as Record<string, unknown>)
}

function isStorableValue(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableValue(inner))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw badBodyFault('the body is not valid UTF-8', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw badBodyFault('the body is not valid JSON', cause)
  }
}

function badBodyFault(message: string, cause?: unknown): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name: 'body', in: 'body', message }], cause })
}

/** Finds a duplicate top-level key of a valid JSON object; JSON.parse would silently keep the last value. */
function findRepeatedKey(json: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\[^])*"?(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (colon !== undefined && depth === 1) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string
      if (seen.has(name)) return name
      seen.add(name)
    }
  }
  return undefined
}
