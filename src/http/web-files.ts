// The built files of web/: read once at the start, sent as the build has compressed them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Encoding } from '../engine/answer.ts'

export interface WebFile {
  readonly type: string
  readonly encoded: ReadonlyMap<Encoding, Buffer>
  /** Its name changes with its content, so it may be kept for ever. */
  readonly hashed: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** By the path they are served at; empty when nothing has been built. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = globSync('**/*', { cwd: folder }).map(name => name.replaceAll('\\', '/'))
  return new Map(
    names.flatMap(name => {
      const type = TYPES[extname(name)]
      return type ? [[urlPathOf(name), readWebFile(folder, name, type)]] : []
    }),
  )
}

/** Where the guides are served: all by the page of the reference, which loads their text. */
export function readGuideAddresses(folder: string): readonly string[] {
  const file = join(folder, 'guides.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
}

/** Pages go without their ending: `/status`, not `/status.html`. */
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
