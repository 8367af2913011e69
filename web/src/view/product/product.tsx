// One product: what matters first, then its rows of sizes and prices, then every field.
import { useMemo } from 'preact/hooks'
import type { JsonObject } from '../../model/absent.ts'
import { relatedRoutes } from '../../model/related-routes.ts'
import { type CallRoute, routeHash } from '../../model/call-route.ts'
import { summariseItem } from '../../shape/item-summary.ts'
import { type RowList, rowListsOf } from '../../shape/find-fields.ts'
import { buildTable } from '../../shape/table.ts'
import { humanise } from '../../shape/humanise.ts'
import { Gallery } from './gallery.tsx'
import { Availability, Price, Rating } from './price.tsx'
import type { AnswerProps } from '../answer/answer-props.ts'
import { Reviews, isReviews } from './reviews.tsx'
import { Rows } from './rows.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Tree } from './tree.tsx'

interface Props extends AnswerProps {
  /** Without absent fields. */
  readonly item: JsonObject
  readonly whole: JsonObject
  /** The pointer to the product within the answer. */
  readonly base?: string
}

/** Rows that say most of what there is to say. */
function isTable({ rows }: RowList): boolean {
  const { size, prices } = buildTable(rows)
  return rows.length > 1 && (size !== undefined || prices.length > 0)
}

/** Texts longer than this may have to be scrolled. */
const LONG_TEXT = 600

/** The product was asked for by the address of its page. */
function requestedUrl(url: string | readonly string[] | undefined): string | undefined {
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined
}

/** Lists that are the product's pictures are seen above. */
const PICTURES = /image|picture|photo|media/i

export function Product({ item, whole, base = '', ...answer }: Props) {
  const facts = useMemo(() => summariseItem(item), [item])
  const lists = useMemo(() => rowListsOf(item).filter(({ name }) => !PICTURES.test(name)), [item])
  const routes = relatedRoutes(item, answer.site, answer.answered.operation)
  const link = facts.link ?? requestedUrl(answer.answered.params.url)
  const trail = lists.find(({ name }) => /breadcrumb/i.test(name))
  return (
    <article class="product">
      <div class="card top">
        {facts.pictures.length > 0 && <Gallery pictures={facts.pictures} title={facts.title ?? ''} />}
        <div class="words">
          {trail && <Breadcrumbs rows={trail.rows} />}
          {facts.brand && <p class="hint maker">{facts.brand}</p>}
          <h2>{facts.title ?? 'Unnamed'}</h2>
          {facts.subtitle && <p class="hint">{facts.subtitle}</p>}
          <p class="line big">
            <Price facts={facts} />
            <Availability facts={facts} />
            <Rating facts={facts} />
            {facts.badge && <span class="tag">{facts.badge}</span>}
          </p>
          {facts.description && (
            <p class="description" tabIndex={facts.description.length > LONG_TEXT ? 0 : undefined}>
              {textOfHtml(facts.description)}
            </p>
          )}
          <ProductLinks routes={routes} link={link} onNavigate={answer.onNavigate} />
        </div>
      </div>
      {lists.map(({ name, pointer, rows }) =>
        rows === trail?.rows ? null : isReviews(rows) ? (
          <Reviews key={pointer} title={humanise(name)} rows={rows} />
        ) : rows.length > 1 ? (
          <Rows key={pointer} title={humanise(name)} rows={rows} />
        ) : null,
      )}
      <details class="card all" open={!lists.some(isTable)}>
        <summary>All fields</summary>
        <Tree value={whole} absent={answer.answered.absent.pointers} base={base} />
      </details>
    </article>
  )
}

interface LinkProps extends Pick<AnswerProps, 'onNavigate'> {
  readonly routes: readonly CallRoute[]
  /** Of the page in the shop. */
  readonly link: string | undefined
}

function ProductLinks({ routes, link, onNavigate }: LinkProps) {
  return (
    <div class="buttons">
      {routes.map(route => (
        <a
          key={route.operation.id}
          class="button"
          href={routeHash(route)}
          onClick={event => {
            event.preventDefault()
            onNavigate(route)
          }}
        >
          {humanise(route.operation.name)} of this product
        </a>
      ))}
      {link && (
        <a class="button" href={link} target="_blank" rel="noreferrer noopener">
          Shop page<span class="quiet"> (opens a new tab)</span>
        </a>
      )}
    </div>
  )
}

/** Shops write descriptions in HTML; only its text is taken, by a parser that runs and loads nothing. */
function textOfHtml(text: string): string {
  if (!/<[a-z][^<>]*>/i.test(text)) return text
  const parsed = new DOMParser().parseFromString(
    text.replace(/<\/(?:p|li|div|h\d)>|<br\s*\/?>/gi, '\n').replace(/<li\b[^<>]*>/gi, '• '),
    'text/html',
  )
  return (parsed.body.textContent ?? '')
    .trim()
    .replace(/\s+/g, space => (space.includes('\n') ? '\n' : space))
}
