// One operation from parameters to answer, cold: load → extract → settle → check → bytes.
import type { SiteConfig } from '../config.ts'
import { Fault } from '../kit/fault.ts'
import type { ParamValues } from '../kit/params.ts'
import { settle } from '../kit/settle.ts'
import type { Send } from '../upstream/exchange.ts'
import { type Answer, makeAnswer } from './answer.ts'
import { type Errand, openDoor, refuseDisabled } from './door.ts'
import type { Entry } from './registry.ts'

export async function runOperation(
  entry: Entry,
  params: ParamValues,
  config: SiteConfig,
  send: Send,
  errand: Errand,
): Promise<Answer> {
  const { operation } = entry
  const view = { origins: config.origins, settings: config.settings }
  const door = openDoor(config, send, errand, entry.selectors)
  try {
    const pages = await operation.load(params, door.get, view)
    const started = performance.now()
    const draft = operation.extract(pages, params, view)
    const settled = settle(operation.result, draft, operation.core)
    errand.timed('read', performance.now() - started)
    if (!entry.check(settled.value)) {
      throw new Fault('contract_broken', `the result of ${operation.id} does not fit its schema`, {
        cause: entry.explain(settled.value),
      })
    }
    return makeAnswer(settled, door.source(), operation.freshForS, Date.now())
  } catch (error) {
    // Without its origins and settings a site may fail before it asks for a page: that it is off is the reason.
    refuseDisabled(entry.site.name, config)
    throw explained(error, entry, params)
  } finally {
    door.close()
  }
}

/** The fault as the caller should see it: with site and operation where those matter, and `internal` for anything else. */
function explained(error: unknown, { site, operation }: Entry, params: ParamValues): Fault {
  if (!(error instanceof Fault)) {
    return new Fault('internal', `${operation.id} failed`, { cause: error })
  }
  const where = { cause: error, ...(error.field === undefined ? {} : { field: error.field }) }
  if (error.code === 'not_found' && !operation.lookup?.some(name => params[name] !== undefined)) {
    return new Fault(
      'upstream_changed',
      `${site.name}, ${operation.id}: the address of the list is gone`,
      where,
    )
  }
  if (error.code === 'upstream_changed') {
    return new Fault('upstream_changed', `${site.name}, ${operation.id}: ${error.message}`, where)
  }
  return error
}
