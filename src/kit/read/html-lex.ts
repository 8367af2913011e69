// The lexical rules of HTML over text; the twin of `markup.ts`, which reads bytes.

function isSpaceCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** Position after the `>` of the tag, noting its attributes; -1 when the tag never ends. */
export function readTag(source: string, at: number, attributes?: number[]): number {
  const length = source.length
  while (at < length) {
    let code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (code === 0x2f || isSpaceCode(code)) {
      at++
      continue
    }
    const nameStart = at++
    for (; at < length; at++) {
      code = source.charCodeAt(at)
      if (code === 0x3d || code === 0x3e || code === 0x2f || isSpaceCode(code)) break
    }
    const nameEnd = at
    while (at < length && isSpaceCode(source.charCodeAt(at))) at++
    let valueStart = nameEnd
    let valueEnd = nameEnd
    if (source.charCodeAt(at) === 0x3d) {
      at++
      while (at < length && isSpaceCode(source.charCodeAt(at))) at++
      code = source.charCodeAt(at)
      if (code === 0x22 || code === 0x27) {
        valueStart = at + 1
        valueEnd = source.indexOf(code === 0x22 ? '"' : "'", valueStart)
        if (valueEnd < 0) return -1
        at = valueEnd + 1
      } else {
        valueStart = at
        for (; at < length; at++) {
          code = source.charCodeAt(at)
          if (code === 0x3e || isSpaceCode(code)) break
        }
        valueEnd = at
      }
    }
    attributes?.push(nameStart, nameEnd, valueStart, valueEnd)
  }
  return -1
}

export function nameEnd(source: string, at: number): number {
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x3e || code === 0x2f || isSpaceCode(code)) break
  }
  return at
}

const scriptMarks = /<!--|<\/script(?=[\s/>])/gi
const escapedMarks = /-->|<(\/?)script(?=[\s/>])/gi

/** Where `</name` ends the raw text, or -1. Inside `<!-- <script>` a first `</script>` does not end a script. */
export function rawTextEnd(source: string, at: number, name: string): number {
  if (name !== 'script') {
    for (let open = source.indexOf('</', at); open >= 0; open = source.indexOf('</', open + 2)) {
      const end = open + 2 + name.length
      if (end >= source.length) return -1
      if (nameEnd(source, open + 2) === end && source.slice(open + 2, end).toLowerCase() === name) return open
    }
    return -1
  }
  for (;;) {
    scriptMarks.lastIndex = at
    const mark = scriptMarks.exec(source)
    if (mark === null) return -1
    if (mark[0] !== '<!--') return mark.index
    let double = false
    escapedMarks.lastIndex = mark.index + 2
    for (;;) {
      const inner = escapedMarks.exec(source)
      if (inner === null) return -1
      at = escapedMarks.lastIndex
      if (inner[0] === '-->') break
      if (inner[1] === '/' && !double) return inner.index
      double = inner[1] !== '/'
    }
  }
}

export function commentEnd(source: string, at: number): number {
  if (source.startsWith('>', at)) return at + 1
  if (source.startsWith('->', at)) return at + 2
  for (let dashes = source.indexOf('--', at); dashes >= 0; dashes = source.indexOf('--', dashes + 1)) {
    if (source.startsWith('>', dashes + 2)) return dashes + 3
    if (source.startsWith('!>', dashes + 2)) return dashes + 4
  }
  return source.length
}

export function endAt(source: string, mark: string, at: number): number {
  const found = source.indexOf(mark, at)
  return found < 0 ? source.length : found + mark.length
}
