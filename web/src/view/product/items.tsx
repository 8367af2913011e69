// Items found: a grid of cards, or a numbered list where the order is the message. Each leads on to its product.
import type { JsonObject } from '../../model/absent.ts'
import { relatedRoutes } from '../../model/related-routes.ts'
import { routeHash } from '../../model/call-route.ts'
import { summariseItem, type ItemSummary } from '../../shape/item-summary.ts'
import { humanise } from '../../shape/humanise.ts'
import { Picture } from './picture.tsx'
import { Availability, Price, Rating } from './price.tsx'
import { Product } from './product.tsx'
import type { AnswerProps } from '../answer/answer-props.ts'

interface Props extends AnswerProps {
  readonly items: readonly JsonObject[]
  readonly ranked: boolean
  /** The same items with their absent fields, where each is a whole product. */
  readonly whole?: readonly JsonObject[]
}

export function Items({ items, ranked, whole, ...lead }: Props) {
  if (items.length === 0)
    return <p class="empty">The shop has no results for these parameters. Use fewer or other words.</p>
  const List = ranked ? 'ol' : 'ul'
  return (
    <List class={ranked ? 'ranked' : 'grid'}>
      {items.map((item, place) => (
        <li key={place} class="card item">
          <Item item={item} {...lead} />
          {whole?.[place] && (
            <details class="more">
              <summary>All fields</summary>
              <Product item={item} whole={whole[place]} base="/*" {...lead} />
            </details>
          )}
        </li>
      ))}
    </List>
  )
}

function Item({ item, ...lead }: AnswerProps & { item: JsonObject }) {
  const facts = summariseItem(item)
  const leads = relatedRoutes(item, lead.site, lead.answered.operation)
  const [first, ...others] = leads
  const follow = (place: (typeof leads)[number]) => (event: MouseEvent) => {
    // With a modifier the browser opens the link in a tab of its own.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    lead.onNavigate(place)
  }
  return (
    <>
      <Picture url={facts.pictures[0]} />
      <div class="words">
        <h3>
          {first ? (
            <a class="stretched" href={routeHash(first)} onClick={follow(first)}>
              {facts.title ?? 'Unnamed'}
            </a>
          ) : (
            (facts.title ?? 'Unnamed')
          )}
        </h3>
        <ItemNotes facts={facts} />
        <p class="line">
          <Price facts={facts} />
          {facts.badge && <span class="tag">{facts.badge}</span>}
          <Availability facts={facts} />
          <Rating facts={facts} />
        </p>
        <p class="leads">
          {others.map(place => (
            <a key={place.operation.id} href={routeHash(place)} onClick={follow(place)}>
              {humanise(place.operation.name)}
            </a>
          ))}
          {facts.link && (
            <a href={facts.link} target="_blank" rel="noreferrer noopener">
              Shop page<span class="quiet"> (opens a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </>
  )
}

function ItemNotes({ facts }: { facts: ItemSummary }) {
  const notes = [facts.brand, facts.code, facts.subtitle, facts.released && `released ${facts.released}`]
  const given = notes.filter(note => note !== undefined && note !== '')
  return given.length > 0 ? <p class="hint">{given.join(' · ')}</p> : null
}
