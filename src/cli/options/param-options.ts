// An operation and its parameters on the command line: `sneakerhub.prices --id 1044287`.
import { findNearestName } from '../../runtime/nearest-name.ts'
import type { RawParam } from '#kit/params/param-specs'
import { invalidCommandLine } from './invalid-command-line.ts'
import type { PrintedOperation } from '../print/print-answer.ts'
import { printedOperations } from '../print/printed-operations.ts'

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

export function findPrinted(id: string): PrintedOperation {
  const all: Readonly<Record<string, PrintedOperation>> = printedOperations
  const operation = Object.hasOwn(all, id) ? all[id] : undefined
  if (operation) return operation
  const near = findNearestName(id, Object.keys(all))
  throw invalidCommandLine(
    `There is no operation "${id}"${near ? `; did you mean ${near}?` : '; `wares call --help` lists them all.'}`,
  )
}
