// The cases of one site as files: what they contain, and the canonical form in which they are stored.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bodyHash, storeBodies } from './case-bodies.ts'
import { harFileReader } from '../har/har-folder.ts'
import type { Har } from '../har/har.ts'
import { minimalHar } from '../har/minimal-har.ts'

/** The files of a case other than bodies. */
const OWN_FILES = new Set(['case.har', 'expected.json', 'general.json'])

export function caseFileText(har: Har): string {
  return `${JSON.stringify(har, null, 2)}\n`
}

/** Every body in the site's cases by its hash. Of duplicates, the one in `happy` is used, else the one with the shortest name. */
export function storedBodies(casesFolder: string): Map<string, string> {
  const stored = new Map<string, string>()
  for (const path of bodyFiles(casesFolder)) {
    const hash = bodyHash(readFileSync(path))
    const existing = stored.get(hash)
    if (existing === undefined || rank(path) < rank(existing)) stored.set(hash, path)
  }
  return stored
}

export interface CaseChanges {
  readonly write: ReadonlyMap<string, string | Uint8Array>
  readonly remove: readonly string[]
}

/** The changes that bring all cases into the minimal form, without duplicate or unreferenced bodies. */
export function caseChanges(casesFolder: string, sitesFolder = dirname(dirname(casesFolder))): CaseChanges {
  const write = new Map<string, string | Uint8Array>()
  const referenced = new Set<string>()
  const stored = storedBodies(casesFolder)
  for (const file of globSync(join(casesFolder, '**/case.har')).toSorted()) {
    const text = readFileSync(file, 'utf8')
    const recorded = minimalHar(JSON.parse(text) as Har)
    const { har, files } = storeBodies(recorded, dirname(file), stored, harFileReader(file, sitesFolder))
    for (const [path, body] of files) {
      stored.set(bodyHash(body), path)
      write.set(path, body)
    }
    for (const { response } of har.log.entries) {
      if (response.content?._file !== undefined) referenced.add(join(dirname(file), response.content._file))
    }
    if (caseFileText(har) !== text) write.set(file, caseFileText(har))
  }
  return { write, remove: bodyFiles(casesFolder).filter(path => !referenced.has(path)) }
}

function bodyFiles(casesFolder: string): string[] {
  return globSync(join(casesFolder, '**/*.*'))
    .filter(path => !OWN_FILES.has(basename(path)))
    .toSorted()
}

function rank(path: string): number {
  const name = basename(dirname(path))
  return name === 'happy' ? 0 : name.length
}
