// The specification table: labels in the site's languages and word orders, values in buttons, explanations omitted.
import { expect, it } from 'vitest'
import { makePage } from '#kit/page/page'
import { specificationRows } from './specification-rows.ts'

function rowsOf(table: string) {
  const html = `<!doctype html><div class="watch-data-sheet"><table>${table}</table></div>`
  const page = makePage({
    url: new URL('https://watchmarket.example/a--id1.htm'),
    status: 200,
    headers: {},
    body: Buffer.from(html),
    charset: 'utf-8',
  })
  return Object.fromEntries(specificationRows(page))
}

const row = (label: string, cell: string) => `<tr><th scope="row">${label}</th><td>${cell}</td></tr>`

it.each([
  ['Caliber/movement', 'caliber_movement'],
  ['Movement / calibre:', 'caliber_movement'],
  ['Kaliber/Werk', 'caliber_movement'],
  ['Zifferblatt', 'dial'],
  ['Referenznummer', 'reference_number'],
  ['Année de fabrication', 'year_of_production'],
  ['Material de la caja', 'case_material'],
  ['Materiale della cassa', 'case_material'],
  ['Leveringsomvang', 'scope_of_delivery'],
  ['Número de referência', 'reference_number'],
  ['Średnica koperty', 'case_diameter'],
])('%s is the row %s', (label, key) => {
  expect(rowsOf(row(label, '42 mm'))).toEqual({ [key]: '42 mm' })
})

it('omits rows that are not in the contract', () => {
  expect(rowsOf(row('Thickness', '12 mm') + row('Brand', 'Aldwerck'))).toEqual({ brand: 'Aldwerck' })
})

it.each([
  [
    '<button class="js-tooltip link">Very good</button><p>The watch shows light signs of wear.</p>',
    'Very good',
  ],
  ['<a class="link" href="/x">Steel</a>', 'Steel'],
  ['<p>Steel</p><button class="js-tooltip">More information</button>', 'Steel'],
  ['Steel <button class="js-tooltip">?</button>', 'Steel'],
  ['<span>Steel</span><small>Polished</small>', 'Steel'],
])('reads from %s the value %s', (cell, value) => {
  expect(rowsOf(row('Case material', cell))).toEqual({ case_material: value })
})

it('does not read the "Try it on" button as a diameter', () => {
  const button = '<button class="link"><i class="i-will-it-fit"></i>Try it on</button>'
  expect(rowsOf(row('Case diameter', `<span>42 mm</span>${button}`))).toEqual({ case_diameter: '42 mm' })
  expect(rowsOf(row('Case diameter', button))).toEqual({})
})

it('reads tables and description lists without the known markup', () => {
  const plain = '<tr><th>Movement</th><td>Automatic</td></tr><tr><td>Model</td><td>Deep</td></tr>'
  expect(rowsOf(plain)).toEqual({ movement: 'Automatic' })
  expect(rowsOf('<tr><td>Model</td><td>Deep</td></tr>')).toEqual({ model: 'Deep' })
  expect(rowsOf('</table><dl><dt>Dial</dt><dd>Black</dd></dl><table>')).toEqual({ dial: 'Black' })
})

it('uses the table with the most known rows, not the first one', () => {
  const costs = '<tr><td><strong>Price</strong></td><td>$45</td></tr>'
  const sheet = '<tr><th>Price</th><td>$4,250</td></tr><tr><th>Dial</th><td>Black</td></tr>'
  expect(rowsOf(costs + sheet)).toEqual({ price: '$4,250', dial: 'Black' })
})
