// Reads the input of a defined route: everything that is wrong with the query and the body is reported together. Pure.
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import type { AnyRoute, RouteRequest } from './define-route.ts'
import type { ParameterError } from '#kit/fault'
import { type Fields, readFields } from '../../settings/fields.ts'

export type AnyAsked = RouteRequest<string, Fields, Fields>
export type RouteInput = Pick<AnyAsked, 'query' | 'body'>
type GivenInput = Readonly<Record<string, unknown>>

export function readRouteInput(route: AnyRoute, givenQuery: GivenInput, givenBody: GivenInput): RouteInput {
  const query = readFields(route.query ?? {}, givenQuery, 'query')
  const body = readFields(route.body?.fields ?? {}, givenBody, 'body')
  const errors = [...query.errors, ...body.errors]
  const values = { query: query.values, body: body.values }
  const check = route.check as
    | ((values: RouteInput, errors: readonly ParameterError[]) => readonly ParameterError[])
    | undefined
  errors.push(...(check?.(values, errors) ?? []))
  if (errors.length > 0) throw invalidParameterFault(errors)
  return values
}
