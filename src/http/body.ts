// Reads the JSON body of a GET or QUERY into named values, refusing anything that is not one small JSON object.
import type { IncomingMessage } from 'node:http'
import { invalid, type Given } from '../engine/params.ts'
import { Fault } from '../kit/fault.ts'

const BODY_MAX_BYTES = 16 * 1024

export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

export async function readBody(request: IncomingMessage): Promise<Given[]> {
  const bytes = await collect(request)
  if (bytes.length === 0) return []
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Fault('unsupported_media_type', 'a request body must be application/json')
  }
  return parseGiven(bytes)
}

function parseGiven(bytes: Uint8Array): Given[] {
  const text = decode(bytes)
  if (text.trim() === '') return []
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad('the body must be a JSON object')
  const repeated = repeatedKey(text)
  if (repeated !== undefined) {
    throw invalid([
      {
        name: repeated.slice(0, 64),
        in: 'body',
        message: `${JSON.stringify(repeated.slice(0, 64))} stands twice in the body`,
      },
    ])
  }
  return Object.entries(value).map(([name, one]) => ({ name, value: one as unknown, in: 'body' }))
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'])
  if (announced > BODY_MAX_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): Fault {
  return new Fault('body_too_large', `a request body may have ${BODY_MAX_BYTES / 1024} KiB`)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw bad('the body is not valid UTF-8', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw bad('the body is not valid JSON', cause)
  }
}

function bad(message: string, cause?: unknown): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name: 'body', in: 'body', message }], cause })
}

/** A key that stands twice at the top of a valid JSON object: JSON.parse would silently keep the last. */
function repeatedKey(json: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (key !== undefined && depth === 1) {
      const name = JSON.parse(key) as string
      if (seen.has(name)) return name
      seen.add(name)
    }
  }
  return undefined
}
