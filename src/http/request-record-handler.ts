// GET /api/v2/requests/{id}: the record of a request, for the key that sent it or one with the scope `evidence`.
import { invalidParameterFault } from '../engine/read-params.ts'
import { Fault } from '../kit/fault.ts'
import type { Recorder } from '../replay/recorder.ts'
import { isInScope, type KeyRecord } from '../state/key-record.ts'
import { admitKey, type AdmitParts } from './admit.ts'
import { parseQueryParams } from './operation-handler.ts'
import { RECORD_PATH } from './record-link.ts'
import { sendJson } from './respond.ts'
import type { Route } from './route.ts'

/** The key scope that allows reading the records of all keys. */
const EVIDENCE_SCOPE = 'evidence'

export interface RequestRecordParts extends AdmitParts {
  readonly recorder: Pick<Recorder, 'find'>
}

export function requestRecordRoute(parts: RequestRecordParts): Route {
  return {
    path: `${RECORD_PATH}/:id`,
    methods: ['GET', 'HEAD'],
    // Reading a record counts against the rate limit, but not against the quota.
    admit: exchange => admitKey(parts, exchange, false),
    async handle(exchange) {
      const { key, pathParams, request } = exchange
      if (!key) throw new Error('a record was asked for without a key')
      const withExcerpts = includesExcerpts(request.url ?? '')
      const found = await find(parts, pathParams.id ?? '', withExcerpts)
      if (found.kind === 'unknown' || !maySee(key, found.keyId)) throw notFound(NEVER)
      if (found.kind === 'dropped') throw notFound(DROPPED)
      sendJson(exchange, 200, found.record, ['cache-control', 'private, no-store'])
    },
  }
}

async function find({ recorder }: RequestRecordParts, id: string, withExcerpts: boolean) {
  try {
    return await recorder.find(id, withExcerpts)
  } catch (cause) {
    throw new Fault('overloaded', 'recordings cannot be read at the moment', { retryAfterMs: 5_000, cause })
  }
}

const NEVER =
  'this request was never recorded: it is unknown, was answered from the cache, or `record` does not cover it'
const DROPPED = 'the recording of this request was dropped because of its size or age'

/** The same for another key's record as for a missing one, so as not to reveal whether it exists. */
function notFound(reason: string): Fault {
  return new Fault('not_found', reason)
}

function maySee(key: KeyRecord, madeBy: string | null): boolean {
  return key.id === madeBy || isInScope(key, EVIDENCE_SCOPE)
}

function includesExcerpts(url: string): boolean {
  const rawParams = parseQueryParams(url)
  const wrong = rawParams.find(({ name, value }) => name !== 'include' || value !== 'excerpts')
  if (wrong) {
    const { name } = wrong
    const isKnown = name === 'include'
    throw invalidParameterFault([
      {
        name,
        in: 'query',
        message: isKnown ? 'include must be excerpts' : 'unknown parameter',
        accepted: [isKnown ? 'excerpts' : 'include'],
      },
    ])
  }
  return rawParams.length > 0
}
