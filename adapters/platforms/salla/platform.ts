// Salla: the page's meta elements. A product without a price keeps "in stock" and says 0 elsewhere.
import { decimalOf, defineAdapter, type Page, documentExtractor, type FieldExtractors } from '#kit'

interface Metas {
  readonly amount: string | undefined
  readonly salePrice: string | undefined
  readonly currency: string | undefined
  readonly availability: string | undefined
}

function metasOf(page: Page): Metas {
  const meta = (name: string) => page.first(`meta[property="product:${name}"]`)?.attr('content')
  return {
    amount: meta('price:amount'),
    salePrice: meta('sale_price:amount'),
    currency: meta('price:currency'),
    availability: meta('availability'),
  }
}

const fields: FieldExtractors<Metas> = {
  currency: metas => metas.currency,
  price: metas => decimalOf(metas.salePrice) ?? decimalOf(metas.amount),
  list_price: metas => {
    const [usual, sale] = [decimalOf(metas.amount), decimalOf(metas.salePrice)]
    return usual !== undefined && sale !== undefined && Number(usual) > Number(sale) ? usual : undefined
  },
  availability: metas => {
    const word = metas.availability?.toLowerCase()
    return word === 'in stock' ? 'in_stock' : word === 'out of stock' ? 'out_of_stock' : undefined
  },
}

export const salla = defineAdapter({
  name: 'salla',
  title: 'Salla',
  can: { search: false, variants: false, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The meta elements and the structured data of the page',
  lacks: 'Variants. Search and catalog.',
  recognise: ['cdn.salla.sa/', 'cdn.salla.network/', 'salla.event.', 'assets.salla.sa/'],
  product: {
    read(page) {
      const metas = metasOf(page)
      return metas.amount === undefined && metas.availability === undefined
        ? []
        : [documentExtractor('page', 'meta[property^="product:"]', metas, fields)]
    },
  },
})
