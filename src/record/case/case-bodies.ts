// Stores the bodies of a case in readable files; a body that another case of the site already has is not stored again.
import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { charsetOf } from '#reader/html/bytes'
import { bytesOfContent, type Har } from '../har/har.ts'

type Response = Har['log']['entries'][number]['response']

export interface StoredBodies {
  readonly har: Har
  /** New files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** `stored` maps the `bodyHash` of every body in the site's cases to its path. */
export function storeBodies(
  har: Har,
  folder: string,
  stored: ReadonlyMap<string, string>,
  readBody: (name: string) => Uint8Array,
): StoredBodies {
  const paths = new Map(stored)
  const files = new Map<string, Uint8Array>()
  const store = (body: Uint8Array, type: string): string => {
    const hash = bodyHash(body)
    const path = paths.get(hash) ?? unusedPath(folder, type, new Set(paths.values()))
    if (!paths.has(hash)) files.set(path, body)
    paths.set(hash, path)
    return relative(folder, path).replaceAll(sep, '/')
  }
  const entries = har.log.entries.map(entry => {
    const body = bodyOf(entry.response, readBody)
    if (body.length === 0) return withContent(entry, { mimeType: mimeTypeOf(entry.response), text: '' })
    const mimeType = storedMimeType(entry.response, body)
    return withContent(entry, { mimeType, _file: store(body, mimeType) })
  })
  return { har: { log: { ...har.log, entries } }, files }
}

export function bodyHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

function bodyOf({ content }: Response, readBody: (name: string) => Uint8Array): Uint8Array {
  if (content?._file !== undefined) return readBody(content._file)
  return bytesOfContent(content)
}

function mimeTypeOf({ content }: Response): string {
  return content?.mimeType ?? ''
}

/** Text in a HAR is Unicode, whatever the header says about the charset; the file is UTF-8. */
function storedMimeType(response: Response, body: Uint8Array): string {
  const type = mimeTypeOf(response)
  const isText = response.content?._file === undefined && response.content?.encoding !== 'base64'
  if (!isText || charsetOf(body, type) === 'utf-8') return type
  return `${type.split(';', 1)[0]}; charset=utf-8`
}

function withContent(
  entry: Har['log']['entries'][number],
  content: Response['content'],
): Har['log']['entries'][number] {
  return { ...entry, response: { ...entry.response, content } }
}

/** `page.html`, `answer.json`, `body.txt`; numbered from the second on. */
function unusedPath(folder: string, type: string, usedPaths: ReadonlySet<string>): string {
  const [name, extension] = /html/i.test(type)
    ? ['page', 'html']
    : /json/i.test(type)
      ? ['answer', 'json']
      : ['body', 'txt']
  for (let number = 1; ; number++) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.${extension}`)
    if (!usedPaths.has(path)) return path
  }
}
