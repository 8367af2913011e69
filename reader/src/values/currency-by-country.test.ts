// What a printed symbol means, by the address of the page and its language.
import { describe, expect, it } from 'vitest'
import { certainCurrency, currencyInText } from './currency-by-country.ts'

describe('a printed price', () => {
  it.each([
    ['1 299 kr', 'sv', 'shop.eu', 'SEK'],
    ['1 299 kr', 'sv', 'shop.de', 'SEK'],
    ['1 299 kr', 'sv-FI', 'shop.fi', 'SEK'],
    ['1 299 kr', 'sv', 'shop.dk', 'DKK'],
    ['1.299 kr.', 'da', 'shop.eu', 'DKK'],
    ['1 299 kr', 'nb-NO', 'shop.nl', 'NOK'],
    ['1.299 kr', 'is', 'shop.com', 'ISK'],
    ['1 299 kr', 'en', 'shop.eu', undefined],
    ['$1,299.00', 'en-AU', 'shop.com', 'AUD'],
    ['$1,299.00', 'en-AU', 'shop.de', 'AUD'],
    ['$1,299.00', 'en-AU', 'shop.ca', 'CAD'],
    ['$1,299.00', 'en', 'shop.com', 'USD'],
    ['$1,299.00', undefined, 'shop.de', 'USD'],
    ['¥1299', 'zh-CN', 'shop.com', 'CNY'],
    ['¥1299', 'zh', 'shop.de', 'CNY'],
    ['¥1299', 'zh-CN', 'shop.jp', 'JPY'],
    ['¥1299', 'ja', 'shop.de', 'JPY'],
    ['1,299元', 'zh-CN', 'shop.com', 'CNY'],
    ['1,299元', 'zh-TW', 'shop.com', 'TWD'],
    ['1,299元', 'zh', 'shop.hk', 'HKD'],
    ['1,299 RMB', 'zh', 'shop.tw', 'CNY'],
    ['Bs. 120,50', 'es', 'shop.bo', 'BOB'],
    ['Bs 120', 'es-BO', 'shop.com', 'BOB'],
    ['Bs. 120,50', 'es', 'shop.com.ve', 'VES'],
    ['120,50 Bs.', 'es-VE', 'shop.com', 'VES'],
    ['Bs.120', 'es', 'shop.com', undefined],
    ['BsS 120', 'es', 'shop.com', 'VES'],
    ['Bs.F. 120', 'es', 'shop.com', 'VEF'],
    ['£12.00', 'en', 'shop.eu', 'GBP'],
    ['£12.00', 'en', 'shop.eg', 'EGP'],
    ['Rs. 1,299', 'en', 'shop.pk', 'PKR'],
    ['Rs. 1,299', 'ur', 'shop.com', 'PKR'],
    ['R 1 299,00', 'en-ZA', 'shop.co.za', 'ZAR'],
    ['12,00 €', 'sv', 'shop.se', 'EUR'],
    ['١٢٩ $', 'ar', 'shop.com', 'USD'],
  ])('%s in %s on %s is %s', (text, language, host, currency) => {
    expect(currencyInText(text, { url: `https://${host}/p/lamp`, language })).toBe(currency)
  })

  it('has a certain currency only if no other has the same sign', () => {
    expect(['12 €', '$12', '12 kr', 'A$12', '12 zł'].map(certainCurrency)).toEqual([
      'EUR',
      undefined,
      undefined,
      'AUD',
      'PLN',
    ])
  })
})
