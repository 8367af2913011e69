// Printed prices in the digits and units of their countries: Arabic, Persian and Indian digits, toman, rand.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../src/extract/merge/reader-product.ts'
import { readProduct } from '#reader'

const page = (price: string, lang: string, head = '') =>
  `<!doctype html><html lang="${lang}"><head><title>Oak lamp</title>${head}</head><body><main><h1>Oak lamp</h1><p class="price">${price}</p><button type="submit">Add to cart</button><p>A lamp of oak with a shade of linen, for desks.</p></main></body></html>`

function priceOf(html: string, host: string): string | undefined {
  const url = `https://${host}/p/oak-lamp`
  const { price } = generalFromReader({ read: readProduct(html, url), url, shop: host, fetchedAtMs: 0 }, true)
  return price ? `${price.amount} ${price.currency}` : undefined
}

describe('a printed price', () => {
  it.each([
    ['۱۲۹٬۰۰۰ تومان', 'fa', 'shop.example.ir', '1290000.00 IRR'],
    ['129,000 Toman', 'en', 'shop.example.ir', '1290000.00 IRR'],
    ['۱٬۲۹۰٬۰۰۰ ریال', 'fa', 'shop.example.ir', '1290000.00 IRR'],
    ['١٢٩٫٠٠ ر.س', 'ar', 'shop.example.sa', '129.00 SAR'],
    ['١٬٢٩٩ ج.م', 'ar-EG', 'shop.example.com', '1299.00 EGP'],
    ['١٢٩٫٥٠ €', 'ar', 'shop.example.com', '129.50 EUR'],
    ['د.إ ١٢٩٫٥٠', 'ar-AE', 'shop.example.ae', '129.50 AED'],
    ['₹१,२९९', 'hi', 'shop.example.in', '1299.00 INR'],
    ['৳১,২৯৯', 'bn', 'shop.example.com', '1299.00 BDT'],
    ['฿๑,๒๙๙', 'th', 'shop.example.co.th', '1299.00 THB'],
    ['R 1 299,00', 'en-ZA', 'shop.example.co.za', '1299.00 ZAR'],
    ['R1,299.00', 'en', 'shop.example.co.za', '1299.00 ZAR'],
    ['1 299 kr', 'sv', 'shop.example.eu', '1299.00 SEK'],
    ['1 299 kr', 'sv', 'shop.example.de', '1299.00 SEK'],
    ['1 299 kr', 'sv', 'shop.example.fi', '1299.00 SEK'],
    ['1 299 kr', 'sv', 'shop.example.nl', '1299.00 SEK'],
    ['1 299 kr', 'en', 'shop.example.eu', undefined],
  ])('of %s in %s on %s is %s', (price, lang, host, expected) => {
    expect(priceOf(page(price, lang), host)).toBe(expected)
  })

  it('does not take a size for rand outside South Africa', () => {
    expect(readProduct(page('R 42', 'en'), 'https://shop.example.com/p/oak-lamp').price).toBeNull()
  })

  it('in toman agrees with data in rials', () => {
    const data = {
      '@type': 'Product',
      name: 'Oak lamp',
      offers: { '@type': 'Offer', price: '1230000', priceCurrency: 'IRR' },
    }
    const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    for (const printed of ['۱۲۳٬۰۰۰ تومان', '۱٬۲۳۰٬۰۰۰ ریال']) {
      const html = page(printed, 'fa', head)
      const read = readProduct(html, 'https://shop.example.ir/p/oak-lamp')
      expect([read.price, read.iso_currency, read.disputed]).toEqual(['1230000', 'IRR', []])
    }
    // The sources do not agree where the amounts differ.
    const { disputed } = readProduct(page('۱۲۵٬۰۰۰ تومان', 'fa', head), 'https://shop.example.ir/p/oak-lamp')
    expect(disputed.every(one => one.field !== 'currency')).toBe(true)
  })

  it.each([['IRT'], ['تومان']])('in structured data as %s is in rials too', currency => {
    const data = {
      '@type': 'Product',
      name: 'Oak lamp',
      offers: { '@type': 'Offer', price: '129000', priceCurrency: currency },
    }
    const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    expect(priceOf(page('', 'fa', head), 'shop.example.ir')).toBe('1290000.00 IRR')
  })
})
