// A watch, and its conversion from a table row.
import { type LastKnown, type WatchMemory, NO_MEMORY } from './knowledge.ts'
import type { Facts } from '../facts/facts.ts'
import type { WatchTable } from './watch-tables.ts'
import { type WatchRules, rulesOfRow, type RuleValues } from '../../settings/watch-rules/kept-rules.ts'
import type { VariantChoice } from '../../settings/watch-rules/variant.ts'

export interface Watch extends RuleValues {
  readonly id: string
  // Its `name` is as entered; empty if none was. `titleOf` is what people see.
  readonly source: 'api' | 'file'
  readonly site: string
  readonly url: string | null
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly target: string
  readonly isPaused: boolean
  readonly createdAtMs: number
  readonly dueAtMs: number
  readonly checkSeq: number
  /** Id of the key that made the watch; empty for the operator. */
  readonly owner: string
  readonly pausedBy: string | null
  readonly revision: number
  readonly checkedAtMs: number | null
  readonly okAtMs: number | null
  readonly outcome: string | null
  readonly detail: string | null
  readonly requestId: string | null
  readonly knowledge: LastKnown
}

/** What the user specifies for a watch; rules that are left out are as in `INITIAL_RULES`. */
export interface NewWatch
  extends Omit<WatchRules, 'name' | 'everyS' | 'when'>,
    Pick<Watch, 'name' | 'everyS' | 'when' | 'source' | 'site' | 'url' | 'operation' | 'params' | 'target'> {
  readonly isPaused?: boolean
  /** Whose watch an export says that it is. */
  readonly exportedBy?: string
}

/** Its watches compare lists of products, not facts of one. */
export const CATALOG_OPERATION = 'general.catalog'

/** The owner of watches that no key made: those of the command line and of wares.yaml. */
export const OPERATOR = ''
/** The operator's name in an export, where an empty cell says nothing. */
export const OPERATOR_NAME = 'operator'

export type WatchState = 'new' | 'ok' | 'failing' | 'gone' | 'paused'

export function watchState({ isPaused, knowledge, checkedAtMs }: Watch): WatchState {
  if (isPaused) return 'paused'
  if (checkedAtMs === null) return 'new'
  if (knowledge.isGone) return 'gone'
  return knowledge.failures > 0 ? 'failing' : 'ok'
}

type TitleSource = Pick<Watch, 'name' | 'url' | 'operation' | 'params'> & {
  readonly knowledge: Pick<Watch['knowledge'], 'facts'>
}

/** The name that people see: their own, else that of the product or the catalog, else the URL. */
export function watchTitle({ name, url, operation, params, knowledge }: TitleSource): string {
  if (name === '' && operation === CATALOG_OPERATION) return `Catalog of ${String(params.shop)}`
  return name || (knowledge.facts?.name ?? url ?? operation)
}

/** Two variants of a page are two watches. */
export function targetOfVariant(
  { target, variant: last = null }: Pick<NewWatch, 'target' | 'variant'>,
  variant: VariantChoice | null,
): string {
  const page = last ? target.slice(0, -` ${JSON.stringify(last)}`.length) : target
  return variant ? `${page} ${JSON.stringify(variant)}` : page
}

/** What is fetched. Watches of one page are due together, so that one answer serves them all. */
export function fetchKey({ operation, params }: Pick<Watch, 'operation' | 'params'>): string {
  return `${operation} ${JSON.stringify(params)}`
}

export function watchFromRow(row: WatchTable): Watch {
  return {
    ...rulesOfRow(row),
    id: row.id,
    source: row.source === 'file' ? 'file' : 'api',
    site: row.site,
    url: row.url,
    operation: row.operation,
    params: JSON.parse(row.params) as Watch['params'],
    target: row.target,
    isPaused: row.paused === 1,
    createdAtMs: row.created_at,
    dueAtMs: row.due_at,
    checkSeq: row.check_seq,
    owner: row.owner,
    pausedBy: row.paused_by,
    revision: row.revision,
    checkedAtMs: row.checked_at,
    okAtMs: row.ok_at,
    outcome: row.outcome,
    detail: row.detail,
    requestId: row.request_id,
    knowledge: {
      facts: row.facts === null ? null : (JSON.parse(row.facts) as Facts),
      isGone: row.is_gone === 1,
      isFailing: row.is_failing === 1,
      failures: row.failures,
      memory: { ...NO_MEMORY, ...(row.memory !== null && (JSON.parse(row.memory) as WatchMemory)) },
    },
  }
}
