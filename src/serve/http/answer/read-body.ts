// Parses the JSON body of a GET or QUERY request into parameters; accepts only one small JSON object.
import type { IncomingHttpHeaders } from 'node:http'
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import { isRecord } from '#kit/schema/is-record'
import { isStorable } from '#kit/schema/json-values'
import { parseJson } from '#kit/schema/parse-json'
import { type RawParam, toRawParams } from '#kit/params/param-specs'
import { Fault } from '#kit/fault'

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
  const value = parseJson(text)
  if (value === undefined) throw badBodyFault('the body is not valid JSON')
  if (!isRecord(value)) throw badBodyFault('the body must be a JSON object')
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
  return toRawParams(value)
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

export function badBodyFault(message: string, cause?: unknown): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name: 'body', in: 'body', message }], cause })
}

/** Finds a duplicate top-level key of a valid JSON object; JSON.parse would silently keep the last value. */
function findRepeatedKey(json: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (let offset = 0; offset < json.length; offset++) {
    const sign = json[offset]
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === '"') {
      const end = endOfString(json, offset)
      if (depth === 1 && isKey(json, end)) {
        const name = JSON.parse(json.slice(offset, end)) as string
        if (seen.has(name)) return name
        seen.add(name)
      }
      offset = end - 1
    }
  }
  return undefined
}

/** The place after the closing quote. A page of megabytes may be one string. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end + 1
}

function isEscaped(json: string, quote: number): boolean {
  let slashes = 0
  while (json[quote - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

function isKey(json: string, offset: number): boolean {
  let next = offset
  while (/\s/.test(json[next] ?? '')) next++
  return json[next] === ':'
}
