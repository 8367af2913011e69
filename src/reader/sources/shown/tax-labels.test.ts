// Prices with and without tax on a page: the label before or after each price, in rows, tables and running text.
import { describe, expect, it } from 'vitest'
import { readProduct } from '../../index.ts'

const page = (body: string, lang: string) =>
  `<html lang="${lang}"><head><title>Oak lamp</title></head><body><main><h1>Oak lamp</h1>${body}<button type="submit">Add to cart</button><p>A lamp of oak with a shade of linen, for desks.</p></main></body></html>`

const LANGUAGES = [
  ['en-GB', 'shop.example.co.uk', '£12.50', '£15.00', 'ex. VAT', 'inc. VAT'],
  ['de', 'shop.example.de', '12,50 €', '15,00 €', 'zzgl. MwSt.', 'inkl. MwSt.'],
  ['de', 'shop.example.de', '12,50 €', '15,00 €', 'netto', 'brutto'],
  ['de', 'shop.example.de', '12,50 €', '15,00 €', 'exkl. 19% MwSt.', 'inkl. 19% MwSt.'],
  ['fr', 'shop.example.fr', '12,50 €', '15,00 €', 'HT', 'TTC'],
  ['nl', 'shop.example.nl', '€ 12,50', '€ 15,00', 'excl. btw', 'incl. btw'],
  ['es', 'shop.example.es', '12,50 €', '15,00 €', 'sin IVA', 'IVA incluido'],
  ['it', 'shop.example.it', '€ 12,50', '€ 15,00', 'IVA esclusa', 'IVA inclusa'],
  ['sv', 'shop.example.se', '12,50 kr', '15,00 kr', 'exkl. moms', 'inkl. moms'],
  ['pl', 'shop.example.pl', '12,50 zł', '15,00 zł', 'netto', 'brutto'],
  ['cs', 'shop.example.cz', '12,50 Kč', '15,00 Kč', 'bez DPH', 's DPH'],
] as const

type Row = readonly [price: string, label: string]
const LAYOUTS: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  'rows, label after': rows =>
    rows.map(([price, label]) => `<div><span>${price}</span> <span>${label}</span></div>`).join(''),
  'rows, label before': rows =>
    rows.map(([price, label]) => `<div><span>${label}</span> <span>${price}</span></div>`).join(''),
  'one line, labels after': rows =>
    `<div>${rows.map(([price, label]) => `<b>${price}</b> <small>${label}</small>`).join(' ')}</div>`,
  'a table, label after': rows =>
    `<table>${rows.map(([price, label]) => `<tr><td>${price}</td><td>${label}</td></tr>`).join('')}</table>`,
  'a table, label before': rows =>
    `<table>${rows.map(([price, label]) => `<tr><th>${label}</th><td>${price}</td></tr>`).join('')}</table>`,
  'a table, labels as headings': rows =>
    `<table><tr>${rows.map(([, label]) => `<th>${label}</th>`).join('')}</tr><tr>${rows.map(([price]) => `<td>${price}</td>`).join('')}</tr></table>`,
  'a table with another column, labels as headings': rows =>
    `<table><thead><tr><th>Set</th>${rows.map(([, label]) => `<th>${label}</th>`).join('')}<th>Info</th></tr></thead><tbody><tr><td>Lamp</td>${rows.map(([price]) => `<td>${price}</td>`).join('')}<td>-</td></tr></tbody></table>`,
  'two rows, labels first': rows =>
    `<div>${rows.map(([, label]) => `<span>${label}</span>`).join(' ')}</div><div>${rows.map(([price]) => `<span>${price}</span>`).join(' ')}</div>`,
  'two rows, labels last': rows =>
    `<div>${rows.map(([price]) => `<span>${price}</span>`).join(' ')}</div><div>${rows.map(([, label]) => `<span>${label}</span>`).join(' ')}</div>`,
  'one text, labels after': rows => `<p>${rows.map(([price, label]) => `${price} ${label}`).join(' ')}</p>`,
}

describe.each(LANGUAGES)('%s: %s, %s, %s, %s, %s', (...written) => {
  const [lang, host, net, gross, without, within] = written
  const rows: readonly Row[] = [
    [net, without],
    [gross, within],
  ]

  it.each(Object.keys(LAYOUTS))('in %s, in either order', name => {
    for (const order of [rows, rows.toReversed()]) {
      const html = page(LAYOUTS[name]?.(order) ?? '', lang)
      const { price, other_prices: others } = readProduct(html, `https://${host}/p/oak-lamp`)
      expect({ price, others: others.map(one => `${one.kind} ${one.price}`) }).toEqual({
        price: '15.00',
        others: ['without_tax 12.50'],
      })
    }
  })
})
