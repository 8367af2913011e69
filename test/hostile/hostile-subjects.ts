// What is tested with hostile input: every operation by its first successful case, and every reader of the kit.
import { amount, cleanText, htmlToText, parseGtin, parsePrice } from '#kit'
import { makePage } from '#kit/page/page'
import { parseHtml } from '#reader/html/parse-html'
import { parseRelaxedJson } from '#reader/data/script/relaxed-json'
import { parseBrand } from '#reader/values/brand'
import { readBreadcrumbs } from '#reader/values/breadcrumb-trail'
import { crumbName } from '#reader/values/crumb-name'
import { findNumbers, plainDigits } from '#reader/values/number'
import { parseReviewCount } from '#reader/values/rating'
import { absoluteUrl } from '#reader/values/url'
import { readProduct } from '#reader'
import { detectChallenge } from '../../src/fetch/verdict.ts'
import { charsetOf } from '#reader/html/bytes'
import { readRobots } from '../../src/fetch/robots/robots-rules.ts'
import { type Case, findCases } from '../replay/find-cases.ts'

/** One successful case per operation. */
export function casesByOperation(): Case[] {
  const found = new Map<string, Case>()
  for (const one of findCases())
    if (one.expected.result !== undefined && !found.has(one.expected.operation))
      found.set(one.expected.operation, one)
  return [...found.values()]
}

const SELECTORS = [
  '.product .card .price',
  'div > a.link + b',
  ':has(.title)',
  'div:has(> a > .price)',
  'li ~ li:not(.card *)',
  'p:nth-last-child(2), td:last-of-type',
]

/** Readers of whole pages. */
export const pageReaders: Readonly<Record<string, (html: string) => unknown>> = {
  'page views': html => {
    const page = makePage({
      url: new URL('https://shop.example/'),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(html),
      charset: 'utf-8',
    })
    return [
      page.jsonLdOf('Product'),
      page.script({ id: 'state' }),
      page.assigned('state'),
      page.assignedNames(),
      page.first('body')?.text('.card, :has(> .price)'),
      ...SELECTORS.map(css => page.select(css).length),
    ]
  },
  neighbours: html =>
    parseHtml(html)
      .select('b, i, p, li, g')
      .map(node => node.next()),
  brand: html => parseBrand(html),
  breadcrumbs: html => readBreadcrumbs(html, 'https://shop.example/'),
  'general reader': html => readProduct(html, 'https://shop.example/p'),
  'challenge and charset': html => [
    detectChallenge(Buffer.from(html)),
    charsetOf(Buffer.from(`\xff${html}`, 'latin1'), 'text/html'),
  ],
}

/** Readers of texts. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'text from HTML': htmlToText,
  'clean text': cleanText,
  price: text => [parsePrice(text), amount(text), findNumbers(plainDigits(text))],
  'trade number, address': text => [parseGtin(text), absoluteUrl(text, 'https://shop.example/a')],
  'review count and crumb name': text => [parseReviewCount(text), crumbName(text)],
  'relaxed JSON': text => [
    parseRelaxedJson(text),
    parseRelaxedJson(`[${text}`),
    parseRelaxedJson(`{a:(${text}`),
  ],
  'robots.txt': text =>
    [
      `User-agent: *\nDisallow: /${text}`,
      text,
      `User-agent: *\n${`Disallow: ${text.slice(0, 40)}\n`.repeat(text.length / 40)}`,
    ].map(body => readRobots(Buffer.from(body), 'wares').allows('https://shop.example/a/b?c')),
}
