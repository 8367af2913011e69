// A journal cut off at any place goes on after its last complete page, and the output has every row once.
import {
  mkdtempSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openJournal } from './catalog-journal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-catalog-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const row = (n: number) => ({
  url: `https://shop.example/p/${n}`,
  name: n % 2 ? 'A "lamp", blue' : null,
  brand: 'Halvik',
  image: null,
  sku: null,
  gtin: null,
  price: { amount: '40.00', currency: 'EUR' },
  list_price: null,
  price_max: null,
  availability: 'in_stock' as const,
  variants: 3,
  updated_at: '2026-10-01',
  source: 'platform' as const,
})
const pageOf = (n: number) => ({
  rows: [row(n * 2), row(n * 2 + 1), row(0)],
  asked: n === 0 ? undefined : `after ${n - 1}`,
  cursor: n === 2 ? null : `after ${n}`,
  used: n,
})

it('a process that is killed loses at most the page that it was writing', async () => {
  const whole = join(folder, 'whole.csv')
  const journal = openJournal('shop.example', whole, Date.now())
  for (const n of [0, 1]) journal.add(pageOf(n))
  journal.close()
  const bytes = readFileSync(`${whole}.part`)
  for (let cut = 0; cut <= bytes.length; cut += 5) {
    const out = join(folder, 'cut.csv')
    writeFileSync(`${out}.part`, bytes)
    truncateSync(`${out}.part`, cut)
    const again = openJournal('shop.example', out, Date.now())
    const next = { undefined: 0, 'after 0': 1, 'after 1': 2 }[String(again.cursor)] ?? Number.NaN
    for (let n = next; n <= 2; n++) again.add(pageOf(n))
    await again.finish()
    const lines = readFileSync(out, 'utf8').trim().split('\r\n')
    expect(lines).toHaveLength(1 + 6)
    expect(lines[0]).toMatch(/^url,name,brand,.*price\.amount,price\.currency,/)
    expect(lines[2]).toBe(
      'https://shop.example/p/1,"A ""lamp"", blue",Halvik,,,,40.00,EUR,,,,,in_stock,3,2026-10-01,platform',
    )
    expect(existsSync(`${out}.part`)).toBe(false)
  }
}, 60_000)

it('the last page of a list is read again, which may have moved', async () => {
  const out = join(folder, 'moved.ndjson')
  const journal = openJournal('shop.example', out, Date.now())
  for (const n of [0, 1]) journal.add(pageOf(n))
  journal.close()
  // Row 0 was removed meanwhile: each of the others is one place further up.
  const again = openJournal('shop.example', out, Date.now())
  expect([again.cursor, again.isOutdated, again.count()]).toEqual(['after 0', false, 4])
  again.add({ ...pageOf(1), rows: [row(3), row(4)] })
  again.close()
  const third = openJournal('shop.example', out, Date.now())
  expect(third.cursor).toBe('after 0')
  third.add({ ...pageOf(2), rows: [row(5)] })
  await third.finish()
  const urls = readFileSync(out, 'utf8').trim().split('\n')
  expect(urls.map(line => (JSON.parse(line) as { url: string }).url)).toEqual(
    [0, 1, 2, 3, 4, 5].map(n => row(n).url),
  )
})

it.each([
  ['platform', 15 * 60_000, 'after 0', false],
  ['platform', 15 * 60_000 + 1, undefined, true],
  ['sitemap', 15 * 60_000 + 1, 'after 1', false],
] as const)('a list of a %s that was left %i ms ago goes on at %s', (source, ageMs, cursor, isOutdated) => {
  const out = join(folder, 'old.csv')
  const journal = openJournal('shop.example', out, Date.now())
  for (const n of [0, 1]) {
    const page = pageOf(n)
    journal.add({ ...page, rows: page.rows.map(one => Object.assign(one, { source })) })
  }
  journal.close()
  utimesSync(`${out}.part`, 1_800_000_000, 1_800_000_000)
  const again = openJournal('shop.example', out, 1_800_000_000_000 + ageMs)
  expect([again.cursor, again.isOutdated, again.count()]).toEqual([cursor, isOutdated, isOutdated ? 0 : 4])
  again.close()
})

it('the journal of another shop is left alone', () => {
  const out = join(folder, 'a.ndjson')
  const journal = openJournal('one.example', out, Date.now())
  journal.add(pageOf(0))
  journal.close()
  expect(() => openJournal('two.example', out, Date.now())).toThrow('belongs to the catalog of one.example')
})

it('is held by one process at a time', async () => {
  const out = join(folder, 'a.csv')
  const journal = openJournal('one.example', out, Date.now())
  expect(() => openJournal('one.example', out, Date.now())).toThrow('is being written by another')
  journal.add(pageOf(2))
  await journal.finish()
  expect(readdirSync(folder)).toEqual(['a.csv'])
  openJournal('one.example', out, Date.now()).close()
})
