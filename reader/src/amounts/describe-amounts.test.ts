// What the reader knows about a printed amount before any weight: its label, whose it is, and how it relates to others.
import { describe, expect, it } from 'vitest'
import { readPage } from '../page/read-page.ts'
import { describeAmounts } from './describe-amounts.ts'
import { readAmounts } from './read-amounts.ts'

const HEADING = '<h1>Linen shirt</h1>'

function amountsOf(body: string, url = 'https://shop.example/p/1') {
  const html = `<html><head><title>Linen shirt</title></head><body>${body}</body></html>`
  const page = readPage(Buffer.from(html), url)
  return describeAmounts(page, readAmounts(page, new Set()))
}

const labels = (body: string) =>
  amountsOf(HEADING + body).map(({ number, words }) => [number, words.before || words.label])
const featuresOf = (body: string, amount: number, url?: string) =>
  Object.keys(amountsOf(HEADING + body, url).find(({ number }) => number === amount)?.features ?? {})
const owns = (body: string) =>
  amountsOf(body)
    .filter(({ isOwn }) => isOwn)
    .map(({ number }) => number)

describe('the label of an amount', () => {
  it.each([
    [
      'stands before it in rows',
      '<dl><dt>RRP</dt><dd>£20.00</dd><dt>Our price</dt><dd>£15.00</dd></dl>',
      [
        [20, 'RRP'],
        [15, 'Our price'],
      ],
    ],
    [
      'stands after it where the first amount has none before it, and the last one has one after it',
      '<div>£20.00</div><div>a day</div><div>£50.00</div><div>deposit</div>',
      [
        [20, 'a day'],
        [50, 'deposit'],
      ],
    ],
    [
      'is missing for the first of several',
      '<div>£20.00</div><div>You save:</div><div>£5.00</div>',
      [
        [20, ''],
        [5, 'You save:'],
      ],
    ],
    [
      'is in the same small element',
      '<div><p>£20.00</p><p>a day</p></div><div><p>£50.00</p><p>deposit</p></div>',
      [
        [20, 'a day'],
        [50, 'deposit'],
      ],
    ],
    [
      'is the heading of its column',
      '<table><tr><th>ex. VAT</th><th>inc. VAT</th></tr><tr><td>£10.00</td><td>£12.00</td></tr></table>',
      [
        [10, 'ex. VAT'],
        [12, 'inc. VAT'],
      ],
    ],
    [
      'stands after it if it ends with a colon',
      '<div>144 kr</div><div>30 dagers laveste pris:</div><div>151,20 kr</div><div>Laget for hånd</div>',
      [
        [144, ''],
        [151.2, '30 dagers laveste pris:'],
      ],
    ],
    ['is no sentence', '<p>Packed by hand in our own workshop.</p><div>£20.00</div>', [[20, '']]],
    [
      'ends at a comma between two amounts',
      '<p>Now £69.00, to hire £6.90/day</p>',
      [
        [69, 'Now'],
        [6.9, 'to hire'],
      ],
    ],
  ])('%s', (_what, body, wanted) => expect(labels(body)).toEqual(wanted))
})

describe('amounts of other products', () => {
  const card = (tag: string, name: string, price: string) =>
    `<${tag}><a href="/p/${name.length}">${name}</a> <span>${price}</span></${tag}>`
  const cards = (...tags: string[]) =>
    tags.map((tag, place) => card(tag, `Oak table number ${place}`, `£${place + 5}.00`)).join('')

  it('stand in cards, whatever elements these are', () => {
    expect(owns(`${HEADING}<p>£20.00</p><div>${cards('li', 'div', 'article')}</div>`)).toEqual([20])
  })

  it('stand in cards above the product, too', () => {
    expect(owns(`<div>${cards('div', 'div', 'div')}</div>${HEADING}<p>£20.00</p>`)).toEqual([20])
  })

  it('are not the price above the name', () => {
    expect(owns(`<div><p>£20.00</p>${HEADING}</div>`)).toEqual([20])
  })
})

describe('an amount without a sign', () => {
  it('is none where prices have signs', () => {
    expect(owns(`${HEADING}<p>Art. no. 354.90</p><p>£20.00</p>`)).toEqual([20])
  })

  it('is one where its element is named a price', () => {
    expect(owns(`${HEADING}<p class="price">19.90</p><p>£5.00 shipping</p>`)).toEqual([19.9, 5])
  })
})

describe('two amounts of one line', () => {
  it('go down to the price, or up to the end of a range', () => {
    const pair = (body: string, amount: number) =>
      featuresOf(body, amount).filter(name => name.includes('of two'))
    expect(pair('<p>Down from £44.50 to £29.99</p>', 29.99)).toEqual([
      'last of two, the lower, after words, beside one after words',
    ])
    expect(pair('<p>£3.49 (1 kg = £13.96)</p>', 13.96)).toEqual([
      'last of two, the higher, in brackets, beside one alone',
    ])
  })
})

it('a name that goes on after the heading is that of a successor or a variant', () => {
  const isLonger = (body: string) => featuresOf(body, 49).includes('beside a longer name')
  expect(isLonger('<p>Replaced by: Linen shirt 2.0 – £49.00</p>')).toBe(true)
  expect(isLonger('<div>Linen shirt II</div><div>£49.00</div>')).toBe(true)
  expect(isLonger('<p>Linen shirt – £49.00</p>')).toBe(false)
})

it('two cards under a heading of their own are no parts of the product', () => {
  const card = (place: number) => `<li><a href="/p/${place}">Oak chair ${place}</a> <b>£${place}0.00</b></li>`
  const cards = `<ul>${card(2)}${card(3)}</ul>`
  expect(owns(`${HEADING}<p>£5.00</p><h2>Bought together</h2>${cards}`)).toEqual([5])
})

it('a button says nothing about the amount above it', () => {
  const [amount] = amountsOf(`${HEADING}<p>£5.00</p><button><span>Add to cart</span></button>`)
  expect(amount?.words.next).toBe('')
})

it('the price of a bundle is the sum of its parts', () => {
  const body = '<p>Lamp £40.00</p><p>Table £60.00</p><p>Chair £50.00</p><p>Together £150.00</p>'
  expect(featuresOf(body, 150)).toContain('sum of the others')
  expect(featuresOf(body, 40)).toContain('part of a sum')
})

it('cents may begin with their point in an element of their own', () => {
  expect(amountsOf(`${HEADING}<p><span>£5,872</span><span>.99</span></p>`)).toMatchObject([
    { amount: '5872.99' },
  ])
})

it('a word is a currency only where it is that of the country', () => {
  const texts = ['ALL in one с 5 функции', 'р. 48–50', 'Лей 3 л воды']
  const body = `${texts.map(text => `<p>${text}</p>`).join('')}<p>17 008 ₴</p>`
  expect(amountsOf(HEADING + body, 'https://shop.example.com.ua/p/1').map(({ amount }) => amount)).toEqual([
    '17008',
  ])
})

it('pence and cents are parts of the unit of prices', () => {
  const numbers = (body: string, url: string) =>
    amountsOf(HEADING + body, url).map(({ amount, sign }) => [amount, sign])
  expect(numbers('<p>85p</p><p>1080p</p>', 'https://www.shop.example.co.uk/p/1')).toEqual([['0.85', '£']])
  expect(numbers('<p>99¢</p>', 'https://www.shop.example.com/p/1')).toEqual([['0.99', '$']])
  expect(numbers('<p>85p</p>', 'https://www.shop.example.de/p/1')).toEqual([])
})

describe('how an amount relates to others', () => {
  it('in another currency', () => {
    const body = '<p>21,90 zł (5,10 €)</p>'
    expect(featuresOf(body, 21.9, 'https://sklep.example.pl/p/1')).toEqual(
      expect.arrayContaining(['before another currency', 'currency of the country']),
    )
    expect(featuresOf(body, 5.1, 'https://sklep.example.pl/p/1')).toEqual(
      expect.arrayContaining(['after another currency', 'currency of another country']),
    )
  })

  it('saved by a printed percentage of what is not printed', () => {
    const body = '<p>£62.00</p><p>£38.00 off (-38%)</p>'
    expect(featuresOf(body, 38)).toContain('saved by the percentage')
    expect(featuresOf(body, 62)).toContain('left by the percentage')
  })

  it('less the tax', () => {
    expect(featuresOf('<p>£10.00</p><p>£12.00</p>', 10)).toContain('another less tax')
  })
})

it('an element that is called a heading is one', () => {
  const html = `<title>Linen shirt</title><ol><li>Linen shirt</li></ol><div role="heading" aria-level="1">Linen shirt</div><p>£20.00</p>`
  expect(readPage(Buffer.from(html), 'https://shop.example/p/1').heading?.at).toBe(1)
})
