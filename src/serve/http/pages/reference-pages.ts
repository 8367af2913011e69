// Checks that a reference page exists: there is one for each operation of the OpenAPI document.
import { Fault } from '#kit/fault'
import { findNearestName } from '../../../runtime/nearest-name.ts'

interface PathItem {
  readonly [method: string]: { readonly operationId?: string } | undefined
}

/** Throws for an unknown operation. Reads the document once, at the first request. */
export function createReferenceCheck(document: () => Record<string, unknown>): (id: string) => void {
  let known: readonly string[] | undefined
  return id => {
    known ??= operationIds(document())
    if (known.includes(id)) return
    const near = findNearestName(id, known)
    const hint = near === undefined ? 'see /docs' : `the nearest is /docs/${near}`
    throw new Fault('unknown_path', `the reference has no operation of this name; ${hint}`)
  }
}

function operationIds({ paths }: Record<string, unknown>): string[] {
  return Object.values(paths as Record<string, PathItem>).flatMap(item =>
    Object.values(item).flatMap(operation => operation?.operationId ?? []),
  )
}
