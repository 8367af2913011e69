// The answer as a person would want it: in the general shape where it has one, and every field as the site's operation gives it.
import { useMemo } from 'preact/hooks'
import { isList, isObject, type Json, type JsonObject, withoutAbsent } from '../../model/absent.ts'
import { humanise } from '../../shape/humanise.ts'
import { OffersTable } from '../find/found-offers.tsx'
import { FoundArticle, FoundProduct } from '../find/found-product.tsx'
import { FoundList } from '../find/found-list.tsx'
import { Rows } from '../product/rows.tsx'
import { Tree } from '../product/tree.tsx'
import type { AnswerProps } from '../product/answer-props.ts'
import { Button } from '../control/button.tsx'
import type { GeneralProduct } from '../../model/general.ts'
import { relatedRoutes } from '../../model/related-routes.ts'
import { FoundVariants } from '../find/found-variants.tsx'
import { RouteLink } from '../product/route-link.tsx'

export function FormattedAnswer(lead: AnswerProps) {
  const { answered, general } = lead
  const body = answered.body as Json
  const data = useMemo(() => withoutAbsent(body, answered.absent.pointers), [answered])
  const list = listIn(data)
  const { product, searchResult: results, offers, isReading } = general
  const isNative = !product && !results && !offers && !isReading
  const hasNext = results ? results.sites.some(one => one.more) : list !== undefined && list.rows.length > 0
  return (
    <>
      <GeneralAnswer {...lead} />
      {isNative && list && <Rows title={humanise(list.name ?? 'rows')} rows={list.rows} {...lead} />}
      {!(isNative && isList(body) && !hasLists(list?.rows)) && (
        <details class="card all" open={isNative && !isList(body)}>
          <summary>All fields</summary>
          <Tree value={isNative ? without(body, list?.name) : body} absent={answered.absent.pointers} />
        </details>
      )}
      <Pagination {...lead} hasNext={hasNext} />
    </>
  )
}

function GeneralAnswer(lead: AnswerProps) {
  const { product, searchResult: results, offers, isReading, readAgain } = lead.general
  if (product) return <Product product={product} isReading={isReading} onReadAgain={readAgain} {...lead} />
  if (results) return <FoundList result={results} onFind={lead.onFind} />
  if (offers)
    return (
      <>
        <FoundArticle offers={offers} onFind={lead.onFind} />
        <section class="card parts" aria-label="Offers">
          <OffersTable key={offers.code} offers={offers} />
        </section>
      </>
    )
  return isReading ? (
    <p class="hint" role="status">
      Reading the same in the general shape…
    </p>
  ) : null
}

interface List {
  /** Undefined where the answer itself is the list. */
  readonly name: string | undefined
  readonly rows: readonly JsonObject[]
}

/** The rows of an answer: the answer itself, or its first list of objects. */
function listIn(data: Json): List | undefined {
  if (isList(data)) return { name: undefined, rows: data.filter(isObject) }
  for (const [name, member] of Object.entries(isObject(data) ? data : {}))
    if (isList(member) && member.length > 0 && member.every(isObject)) return { name, rows: member }
  return undefined
}

/** What a table has no cells for. */
function hasLists(rows: readonly JsonObject[] = []): boolean {
  return rows.some(row => Object.values(row).some(value => isList(value) && value.some(isObject)))
}

function without(body: Json, name: string | undefined): Json {
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter(([one]) => one !== name)) : body
}

function Pagination({ answered, onNavigate, hasNext }: AnswerProps & { hasNext: boolean }) {
  const { operation, params } = answered
  if (!operation.parameters.some(one => one.name === 'page')) return null
  const page = Number(params.page ?? 1)
  // What is looked up is one thing, not a page of many.
  if (operation.lookup.some(name => params[name] !== undefined)) return null
  if (page <= 1 && !hasNext) return null
  const goTo = (next: number) => onNavigate({ operation, params: { ...params, page: String(next) } })
  return (
    <nav class="buttons pages" aria-label="Pages of the answer">
      {page > 1 && <Button onClick={() => goTo(page - 1)}>Previous page</Button>}
      <span>Page {page}</span>
      {hasNext && <Button onClick={() => goTo(page + 1)}>Next page</Button>}
    </nav>
  )
}

interface Props extends AnswerProps {
  readonly product: GeneralProduct
  readonly isReading: boolean
  readonly onReadAgain: () => void
}

function Product({ product, isReading, onReadAgain, answered, site, onNavigate }: Props) {
  const body = answered.body as Json
  const item = isList(body) ? body[0] : body
  const routes = isObject(item) ? relatedRoutes(item, site, answered.operation) : []
  return (
    <>
      <FoundProduct product={product} isReading={isReading} failure={undefined} onReadAgain={onReadAgain} />
      {routes.length > 0 && (
        <div class="buttons">
          {routes.map(route => (
            <RouteLink key={route.operation.id} class="button" route={route} onNavigate={onNavigate}>
              {humanise(route.operation.name)} of this product
            </RouteLink>
          ))}
        </div>
      )}
      <FoundVariants product={product} />
    </>
  )
}
