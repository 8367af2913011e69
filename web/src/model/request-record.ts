// The record of a request, as the server gives it, and where it says that a value stands.
import type { RequestRecord, ValueSource } from '../../../client/src/api.ts'
import { apiWith, reply } from './api.ts'

export type { RecordedExchange, RequestRecord, ValueSource } from '../../../client/src/api.ts'

export async function getRecord(path: string, key: string): Promise<RequestRecord> {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const found = await reply(apiWith(key).requests.get(id, { include: 'excerpts' }))
  if ('problem' in found) throw new Error(found.problem.detail)
  return found.value
}

/** `<…>; rel="describedby"` of the header `Link`. */
export function readRecordPath(link: string | null): string | undefined {
  return /<(\/[^<>]*)>; *rel="describedby"/.exec(link ?? '')?.[1]
}

export function placeOf(source: ValueSource): string {
  switch (source.kind) {
    case 'json':
      return source.script === undefined ? (source.pointer ?? '') : `${source.script} → ${source.pointer}`
    case 'element':
      return `${source.element}${source.attribute === undefined ? '' : ` @${source.attribute}`}`
    case 'text':
      return 'part of a longer text'
    case 'parameter':
      return `parameter ${source.parameter}`
    case 'address':
      return 'the URL of the page'
    default:
      return 'computed'
  }
}
