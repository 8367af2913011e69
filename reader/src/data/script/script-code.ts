// Walks over script code in bytes and distinguishes code from strings, templates, comments and regular expressions.
import type { Bytes } from '../../html/bytes.ts'

const isWord = new Uint8Array(256).fill(1, 0x80)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$')
  isWord[letter.charCodeAt(0)] = 1

export function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && isWord[byte] === 1
}

const BACKSLASH = 0x5c
const NEWLINE = 0x0a

/** The position after the string at `at`. A plain string also ends at a line break, so that a stray quote costs one line. */
function skipQuoted(bytes: Bytes, at: number, end: number): number {
  const quote = bytes.data[at] as number
  for (at++; at < end; at++) {
    const byte = bytes.data[at]
    if (byte === BACKSLASH) at++
    else if (byte === quote) return at + 1
    else if (byte === NEWLINE && quote !== 0x60) return at
  }
  return end
}

function skipPattern(bytes: Bytes, at: number, end: number): number {
  let inClass = false
  for (at++; at < end; at++) {
    const byte = bytes.data[at]
    if (byte === NEWLINE) return at
    if (byte === BACKSLASH) at++
    else if (byte === 0x5b) inClass = true
    else if (byte === 0x5d) inClass = false
    else if (byte === 0x2f && !inClass) return at + 1
  }
  return end
}

function skipTo(bytes: Bytes, mark: number, next: number, at: number, end: number): number {
  for (; at < end; at++)
    if (bytes.data[at] === mark && (next < 0 || bytes.data[at + 1] === next)) return at + (next < 0 ? 1 : 2)
  return end
}

/** Keywords after which a slash starts a regular expression. */
const beforePattern = new Set('return typeof case in of void delete throw new else do'.split(' '))

/** Whether the slash at `at` starts a regular expression rather than a division. */
function startsPattern(bytes: Bytes, start: number, at: number): boolean {
  let last = at - 1
  while (last >= start && (bytes.data[last] as number) <= 0x20) last--
  if (last < start) return true
  const byte = bytes.data[last] as number
  if (isWord[byte] === 0) return !')]}"\'`'.includes(String.fromCharCode(byte))
  let first = last
  while (first > start && last - first < 10 && isWord[bytes.data[first - 1] as number] === 1) first--
  return beforePattern.has(String.fromCharCode(...bytes.data.subarray(first, last + 1)))
}

/**
 * Walks from `at`, which is in code, until `target` is reached or passed. Returns `target` if it is in code, otherwise
 * the first position in code after it.
 */
export function walkCode(bytes: Bytes, start: number, at: number, target: number, end: number): number {
  while (at < target) {
    const byte = bytes.data[at] as number
    if (byte === 0x22 || byte === 0x27 || byte === 0x60) at = skipQuoted(bytes, at, end)
    else if (byte !== 0x2f) at++
    else if (bytes.data[at + 1] === 0x2f) at = skipTo(bytes, NEWLINE, -1, at, end)
    else if (bytes.data[at + 1] === 0x2a) at = skipTo(bytes, 0x2a, 0x2f, at + 2, end)
    else if (startsPattern(bytes, start, at)) at = skipPattern(bytes, at, end)
    else at++
  }
  return at
}
