// Shared by `call`, `case` and `ops`: finds an operation by id, parses parameter options, and reads HAR files.
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { createRegistry, type RegistryEntry } from '../engine/registry.ts'
import { findNearestName } from '../kit/nearest-name.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { operatorError } from '../runtime/operator-error.ts'
import type { Har } from '../replay/har.ts'
import { sites } from '../../sites/index.ts'
import { invalidCommandLine } from './invalid-command-line.ts'

/** With a configuration, the example is a URL on the configured origin. */
export function findEntry(id: string, config?: Config): RegistryEntry {
  const { byId } = createRegistry(sites, config)
  const entry = byId.get(id)
  if (entry) return entry
  const near = findNearestName(id, byId.keys())
  throw invalidCommandLine(
    `There is no operation "${id}"${near ? `; did you mean ${near}?` : '; `wares ops` lists them all.'}`,
  )
}

/** `--name value`, `--name=value`. */
export function parseParamOptions(words: readonly string[]): RawParam[] {
  const rawParams: RawParam[] = []
  for (let place = 0; place < words.length; place++) {
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(words[place] ?? '') ?? []
    if (name === undefined) throw invalidCommandLine(`"${words[place]}" is not of the form --name value`)
    const value = joined ?? words[++place]
    if (value === undefined) throw invalidCommandLine(`--${name} has no value`)
    rawParams.push({ name, value, in: 'query' })
  }
  return rawParams
}

export function readHar(file: string): Har {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Har
  } catch (error) {
    throw operatorError(`${file} cannot be read as a HAR file: ${(error as Error).message}`)
  }
}
