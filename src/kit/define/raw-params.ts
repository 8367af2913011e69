// Values by name as parameters that have not been checked yet.
import type { RawParam } from './param-specs.ts'

/** Undefined values are left out. */
export function toRawParams(
  values: Readonly<Record<string, unknown>>,
  place: RawParam['in'] = 'body',
): RawParam[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value, in: place }))
}
