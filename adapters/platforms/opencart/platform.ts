// OpenCart: no public documents. The page's stock row decides over its buy button, which stays on what is sold out.
import {
  type Availability,
  cleanText,
  defineAdapter,
  type Page,
  documentExtractor,
  type FieldExtractors,
} from '#kit'

interface StockRow {
  readonly text: string
  /** Without a price, as for a product on request, its name is what the page is recognised by. */
  readonly name: string | undefined
}

/** What the row is called, in the languages that the software is most used in. */
const LABEL =
  /^(?:availability|stock|наличие|доступность|наявність|dostępność|disponibilidad|disponibilidade|disponibilité|disponibilità|verfügbarkeit|lagerbestand|beschikbaarheid|disponibilitate|stok durumu)\s*[:：]\s*/iu

/** The software's own states; shops add words of their own, which say nothing here. */
const STATES: readonly (readonly [RegExp, Availability])[] = [
  [
    /^(?:out of stock|sold out|нет в наличии|немає в наявності|brak w magazynie|agotado|sin stock|esgotado|fora de estoque|rupture de stock|esaurito|ausverkauft|nicht auf lager|niet op voorraad|stoc epuizat|stokta yok|0)$/iu,
    'out_of_stock',
  ],
  [/^(?:pre-?order|предзаказ|під замовлення)$/iu, 'preorder'],
  [
    /^(?:in stock|есть в наличии|в наличии|в наявності|є в наявності|w magazynie|en stock|en existencia|em estoque|disponibile|auf lager|op voorraad|în stoc|in stoc|stokta var|[1-9]\d{0,5})$/iu,
    'in_stock',
  ],
]

function stockRow(page: Page): StockRow | undefined {
  const rows = page.select('#content .list-unstyled li, #product-info li').map(one => one.text())
  const found = rows.find(text => LABEL.test(text))
  if (found === undefined) return undefined
  return { text: found.replace(LABEL, '').trim(), name: cleanText(page.first('#content h1, h1')?.text()) }
}

const fields: FieldExtractors<StockRow> = {
  name: row => row.name,
  availability: row => STATES.find(([words]) => words.test(row.text))?.[1],
}

export const opencart = defineAdapter({
  name: 'opencart',
  title: 'OpenCart',
  can: { search: false, variants: false, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The page, and its row about stock',
  lacks: 'Documents for machines: what the page does not print is not known. Search and catalog.',
  recognise: ['catalog/view/theme/', 'catalog/view/javascript/', 'index.php?route=product/'],
  product: {
    read(page) {
      const row = stockRow(page)
      return row ? [documentExtractor('page', '#content .list-unstyled li', row, fields)] : []
    },
  },
})
