// Sitemaps in every form and every state: what can be read is read, what is hostile is bounded.
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readSitemap } from './read-sitemap.ts'

const read = (text: string | Uint8Array) => readSitemap(typeof text === 'string' ? Buffer.from(text) : text)
const urlset = (rows: string) => `<?xml version="1.0"?><urlset xmlns="http://s.example">${rows}</urlset>`

it('reads addresses, dates, pictures and titles', () => {
  const file = read(
    urlset(`<!-- all --><url><loc> https://shop.example/p/1?a=1&amp;b=2 </loc><lastmod>2026-10-01</lastmod>
<image:image><image:loc>https://cdn.example/1.jpg</image:loc><image:title><![CDATA[Lamp & shade]]></image:title></image:image>
<image:image><image:loc>https://cdn.example/2.jpg</image:loc></image:image></url><url><loc>https://shop.example/&#x70;/2</loc></url>`),
  )
  expect(file).toEqual({
    sitemaps: [],
    broken: undefined,
    rows: [
      {
        url: 'https://shop.example/p/1?a=1&b=2',
        lastmod: '2026-10-01',
        image: 'https://cdn.example/1.jpg',
        title: 'Lamp & shade',
      },
      { url: 'https://shop.example/p/2' },
    ],
  })
})

it('reads an index, a compressed file, and plain text', () => {
  const index = '<sitemapindex><sitemap><loc>https://shop.example/a.xml</loc></sitemap></sitemapindex>'
  expect(read(index)).toMatchObject({
    sitemaps: ['https://shop.example/a.xml'],
    rows: [],
    broken: undefined,
  })
  const zipped = gzipSync(urlset('<url><loc>https://shop.example/1</loc></url>'))
  expect(read(zipped)).toMatchObject({ rows: [{ url: 'https://shop.example/1' }], broken: undefined })
  const lines = read('https://shop.example/1\r\nnot an address\nhttps://shop.example/2')
  expect(lines.rows.map(one => one.url)).toEqual(['https://shop.example/1', 'https://shop.example/2'])
  expect(lines.broken).toBeUndefined()
})

it('reads thousands of addresses', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `<url><loc>https://shop.example/p/${n}</loc></url>`)
  const file = read(urlset(rows.join('\n')))
  expect(file.rows).toHaveLength(5_000)
  expect(file.rows.at(-1)).toEqual({ url: 'https://shop.example/p/4999' })
})

it('leaves out an address that is too long to be one', () => {
  const long = `https://shop.example/${'x'.repeat(4_096)}`
  const rows = `<url><loc>${long}</loc></url><url>stray<loc>https://shop.example/1</loc>text</url>`
  expect(read(urlset(rows)).rows).toEqual([{ url: 'https://shop.example/1' }])
  expect(read(`${long}\nhttps://shop.example/1\n`).rows).toEqual([{ url: 'https://shop.example/1' }])
})

it('is whole without any address, as XML, and none as text', () => {
  expect(read(urlset('')).broken).toBeUndefined()
  expect(read('<urlset/>').broken).toBeUndefined()
  expect(read('nothing here').broken).toBe('the file is cut off, or no sitemap')
})

it('gives up a tag without an end, and goes on behind it', () => {
  const endless = `<!--${'x'.repeat(200_000)}`
  const row = '<url><loc>https://shop.example/1</loc></url>'
  expect(read(urlset(`${row}${endless}-->${row}`)).rows).toHaveLength(2)
  expect(read(urlset(`${row}${endless}`)).rows).toHaveLength(1)
})

it('keeps what stands before the place where a file is cut off, and says so', () => {
  const whole = urlset(
    '<url><loc>https://shop.example/1</loc></url><url><loc>https://shop.example/2</loc></url>',
  )
  const cut = read(whole.slice(0, -30))
  expect([cut.rows.length, cut.broken]).toEqual([1, 'the file is cut off, or no sitemap'])
  const zipped = gzipSync(urlset(`<url><loc>https://shop.example/1</loc></url>${' '.repeat(200_000)}`))
  expect(read(zipped.subarray(0, zipped.length - 40)).broken).toMatch(/cut off/)
  expect(read('<html><body>Not found</body></html>')).toMatchObject({
    rows: [],
    broken: expect.any(String),
  })
})

it('does not inflate a bomb, nor expand an entity, nor read without end', () => {
  const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 32))
  expect(read(bomb).broken).toBe('the file is larger than 50 MB')
  const entities = `<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]>${urlset('<url><loc>https://shop.example/&c;</loc></url>')}`
  expect(read(entities).rows).toEqual([{ url: 'https://shop.example/&c;' }])
  const many = urlset('<url><loc>https://shop.example/1</loc></url>'.repeat(50_100))
  expect(read(many).broken).toBe('the file has more than 50,000 addresses')
  const long = read(urlset(`<url><loc>https://shop.example/${'a'.repeat(100_000)}</loc></url>`))
  expect(long.rows).toEqual([])
}, 60_000)
