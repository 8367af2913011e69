// Which pages the reference has: one for each operation that the OpenAPI document names.
import { Fault } from '../kit/fault.ts'
import { findNearestName } from '../kit/nearest-name.ts'

interface PathItem {
  readonly [method: string]: { readonly operationId?: string } | undefined
}

/** Throws for a name that the document does not have. It is read once, when the first page is asked for. */
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
