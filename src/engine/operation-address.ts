// The path and query with which a caller gets the answer of a site's own operation.
import type { ParamValues } from '../kit/param-specs.ts'
import type { SiteEntry } from './registry.ts'

/** Omits parameters with their default value, to keep the URL readable. */
export function addressOf(
  { path, operation }: Pick<SiteEntry, 'path' | 'operation'>,
  params: ParamValues,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    const spec = operation.params[name]
    const initial = spec && 'default' in spec ? spec.default : undefined
    if (value === undefined || value === initial) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
