// Readable answers: prices with their currency, and no placeholders shown as values.
import { describe, expect, it } from 'vitest'
import { answerCard } from './answer-card.ts'
import { answerTable } from './answer-table.ts'
import { readableAnswer, type ReadableRecord } from './readable-answer.ts'

const read = (body: unknown, absentAt: readonly string[] = [], currency?: string) =>
  readableAnswer(body, { absent: '', absentAt: absentAt.join(', '), currency })

describe('prices', () => {
  it.each<[string, unknown, unknown]>([
    ['units beside their currency', { price: 119.9, price_currency: 'GBP' }, { price: '119.90 GBP' }],
    [
      'cents with theirs inside',
      { lowestPriceCents: { amount: 12100, currency: 'USD' } },
      { lowestPriceCents: '121.00 USD' },
    ],
    [
      'yen have no cents',
      { lowestPriceCents: { amount: 12100, currency: 'JPY' } },
      { lowestPriceCents: '12100 JPY' },
    ],
    [
      'what stands beside the amount stays',
      { price: { amount: '1130', currency: 'USD', symbol: '$', negotiable: true } },
      { price: '1130.00 USD', 'price.negotiable': 'yes' },
    ],
    [
      'one currency for several amounts',
      { prices: { currency: 'USD', current_price: 120.99, initial_price: 194, discount_percentage: 38 } },
      { prices: { current_price: '120.99 USD', initial_price: '194.00 USD', discount_percentage: '38' } },
    ],
    ['no number of asks', { lowest_ask: 163, number_asks: 90 }, { lowest_ask: '163', number_asks: '90' }],
  ])('%s', (_, body, wanted) => {
    expect(read(body).value).toEqual(wanted)
  })

  it('use the currency of the shop if the answer has none', () => {
    expect(read({ price: 5 }, [], 'EUR')).toEqual({
      value: { price: '5.00 EUR' },
      hasPriceWithoutCurrency: false,
    })
    expect(read({ price: 5 })).toEqual({ value: { price: '5' }, hasPriceWithoutCurrency: true })
  })

  it('are not shown as 0 if absent, but are if the shop gave 0', () => {
    const body = [{ price: { amount: 0, currency: 'USD' } }, { price: { amount: 0, currency: 'USD' } }]
    expect(read(body, ['/0/price/amount']).value).toEqual([{ price: null }, { price: '0.00 USD' }])
    expect(read({ retail_price_cents: 0 }, ['/retail_price_cents']).value).toEqual({
      retail_price_cents: null,
    })
    expect(read({ price: null }).value).toEqual({ price: null })
  })
})

describe('a card', () => {
  const body = {
    name: 'Coat',
    color: '',
    brand: 'A/B',
    sizes: [
      { label: 'S', stock: 0 },
      { label: 'M', stock: 2 },
    ],
  }
  const lines = answerCard(read(body, ['/color', '/sizes/0/stock']).value as ReadableRecord, 40).map(plain)

  it('has a line per field, including absent ones', () => {
    expect(lines).toEqual([
      'Coat',
      '',
      'color  not given by the shop',
      'brand  A/B',
      '',
      'sizes (2)',
      '  label  stock',
      '  S      -',
      '  M      2',
      '  - means: not given by the shop',
    ])
  })

  it('truncates values at the terminal width', () => {
    const [, , line] = answerCard(
      read({ name: 'x', about: 'a long text about it' }).value as ReadableRecord,
      16,
    )
    expect(plain(line ?? '')).toBe('about  a long t…')
  })
})

describe('a table', () => {
  const items = Array.from({ length: 2 }, (_, place) => ({
    id: `id-${place}`,
    url: `https://shop.example/a-long-address/${place}`,
    name: `Coat ${place}`,
    image: `https://pictures.example/${place}.svg`,
    price: { amount: 10 + place, currency: 'EUR' },
    copy: `id-${place}`,
    nothing: '',
  }))
  const table = (width: number) => answerTable(read(items).value as readonly ReadableRecord[], width)

  it('has every column that fits, without repeated and empty ones', () => {
    expect(table(200).lines[0]?.split(/\s+/)).toEqual(['id', 'url', 'name', 'image', 'price'])
    expect(table(200).leftOut).toEqual([])
  })

  it('keeps name and price on a narrow terminal, and lists the omitted columns', () => {
    expect(table(19)).toEqual({
      lines: ['name    price', 'Coat 0  10.00 EUR', 'Coat 1  11.00 EUR'],
      leftOut: ['id', 'url', 'image'],
      hasNotGiven: false,
    })
    for (const width of [1, 10, 40, 80])
      for (const line of table(width).lines) expect(line.length).toBeLessThanOrEqual(width)
  })
})

/** Without colours. */
function plain(line: string): string {
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/\x1b\[\d+m/g, '')
}

describe('without positions, as a header has them for a long list', () => {
  const rows = [
    { price: 0, count: 0 },
    { price: 12, count: 3 },
  ]

  it('an empty value in a field that some row lacks is not given', () => {
    const { value } = readableAnswer(rows, { absent: '/*/price;more=2' })
    expect(value).toEqual([
      { price: null, count: '0' },
      { price: expect.stringContaining('12') as string, count: '3' },
    ])
  })

  it('positions decide where they are known', () => {
    const { value } = readableAnswer(rows, { absent: '/*/count', absentAt: '/1/count' })
    expect(value).toMatchObject([{ count: '0' }, { count: null }])
  })
})
