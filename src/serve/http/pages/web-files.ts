// The built files of web/: read once at start, sent as the build compressed them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Encoding } from '../../../answer/cache/answer.ts'

export interface WebFile {
  readonly type: string
  readonly encoded: ReadonlyMap<Encoding, Buffer>
  /** The name contains a content hash, so the file may be cached forever. */
  readonly hashed: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Files by URL path; empty if nothing has been built. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = globSync('**/*', { cwd: folder }).map(name => name.replaceAll('\\', '/'))
  return new Map(
    names.flatMap(name => {
      const type = TYPES[extname(name)]
      return type ? [[urlPathOf(name), readWebFile(folder, name, type)]] : []
    }),
  )
}

/** URL paths of the guides; the reference page serves them all and loads their text. */
export function readGuideAddresses(folder: string): readonly string[] {
  const file = join(folder, 'guides.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
}

/** Pages are served without their extension: `/status`, not `/status.html`. */
function urlPathOf(name: string): string {
  return `/${name.replace(/(?:^index)?\.html$/, '')}`
}

function readWebFile(folder: string, name: string, type: string): WebFile {
  const file = join(folder, name)
  const encoded = new Map<Encoding, Buffer>([['identity', readFileSync(file)]])
  if (existsSync(`${file}.gz`)) encoded.set('gzip', readFileSync(`${file}.gz`))
  if (existsSync(`${file}.br`)) encoded.set('br', readFileSync(`${file}.br`))
  return { type, encoded, hashed: name.startsWith('assets/') }
}
