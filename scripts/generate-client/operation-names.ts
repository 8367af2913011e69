// The names of operations and their parts in the generated clients.
import type { RegisteredOperation } from '../../src/answer/request/registry.ts'
import { resultName } from '../../src/serve/http/openapi/schema-components.ts'
import type { PlainSchema } from '#kit/schema/schema'

/** The field with a paged operation's items, if its result itself is not the list. */
export function listNameOf({ operation }: RegisteredOperation): string | undefined {
  const result = operation.result as PlainSchema
  if (!operation.params.page || result.type === 'array') return undefined
  const lists = Object.entries(result.properties ?? {}).filter(([, property]) => property.type === 'array')
  const only = lists.find(([name]) => name === 'results') ?? lists[0]
  if (!only) throw new Error(`${operation.id} has pages, but not one list`)
  return only[0]
}

export function operationName({ operation }: RegisteredOperation): string {
  return operation.id.slice(operation.id.indexOf('.') + 1)
}

export function typeName({ operation }: RegisteredOperation): string {
  return resultName(operation.id)
}
