// The traps of the tests as labelled pages: what the scorer of the price has to weigh is in them.
import { makeClassTraps } from '../../test/reader/traps/class-traps.ts'
import { makeTraps } from '../../test/reader/traps/trap-kinds.ts'
import { LOCALES } from '../../test/reader/traps/trap-locales.ts'
import { BLOCKS, type LabelledPage } from './labelled-pages.ts'

export function trapPages(): LabelledPage[] {
  const classes = makeClassTraps().map(({ id, kind, html, url, wanted }) =>
    trapPage({
      id,
      kind,
      html,
      url,
      isProduct: wanted.is_product !== false,
      price: wanted.price,
      former: wanted.list_price,
    }),
  )
  const traps = makeTraps(LOCALES).map(({ id, kind, html, url, price, isProduct }) =>
    trapPage({ id, kind, html, url, isProduct, price }),
  )
  return [...classes, ...traps]
}

interface Trap {
  readonly id: string
  readonly kind: string
  readonly html: string
  readonly url: string
  readonly isProduct: boolean
  /** Undefined if the trap is about something else. */
  readonly price: string | null | undefined
  readonly former?: string | null | undefined
}

function trapPage({ id, kind, html, url, isProduct, price, former }: Trap): LabelledPage {
  return {
    id,
    folder: BLOCKS,
    shop: `${BLOCKS}-trap-${kind}`,
    url,
    html: Buffer.from(html),
    isProduct,
    truth:
      !isProduct || price === undefined
        ? {}
        : { price: price === null ? [] : [price], ...(former ? { list_price: [former] } : {}) },
  }
}
