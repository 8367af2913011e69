// Scores the tables of the markup parsers: GTINs, counts, breadcrumbs and brands.
import { parseBrand } from '#reader/values/brand'
import { readBreadcrumbs } from '#reader/values/breadcrumb-trail'
import { crumbName } from '#reader/values/crumb-name'
import { parseGtin } from '#reader/values/gtin'
import { parsePrice } from '#reader/values/price'
import { parseReviewCount } from '#reader/values/rating'
import { htmlToText } from '#reader/values/text'
import { type Score, readRows } from './score.ts'

type Row = { id?: string; xfail?: string | boolean; input: unknown; expected: unknown }
type Snippet = { html: string; base_url: string; currency_hint: string | null; search_depth: number }

const ORIGIN = 'all but its known failures'

export function scoreMarkup(peers: string): Score[] {
  return [
    score(peers, 'gtin-classification', input => parseGtin(input as string)?.kind ?? null),
    score(peers, 'gtin-id', input => parseGtin(input as string)?.value ?? null),
    score(peers, 'review-count', input => parseReviewCount(input as string) ?? null),
    score(peers, 'breadcrumbs', input => {
      const { html, base_url: url } = input as Snippet
      return readBreadcrumbs(html, url)
    }),
    score(peers, 'breadcrumb-name', input => {
      const { leftSeparator, name, rightSeparator } = crumbName(input as string | null)
      return { left_separator: leftSeparator, name, right_separator: rightSeparator }
    }),
    score(
      peers,
      'brand',
      input => parseBrand((input as Snippet).html, (input as Snippet).search_depth) ?? null,
    ),
    score(peers, 'price-html', input => {
      const { html, currency_hint: currency } = input as Snippet
      const price = parsePrice(htmlToText(html), { currency })
      return {
        amount: price?.amount ?? null,
        currency: price?.currency ?? null,
        amount_text: price?.amountText ?? null,
      }
    }),
  ]
}

function score(peers: string, table: string, read: (input: unknown) => unknown): Score {
  const rows = readRows<Row>(peers, `zyte-parsers/${table}.json`)
  const failures = rows.flatMap(row => {
    const ours = canonical(read(row.input))
    const wanted = canonical(row.expected)
    return ours === wanted
      ? []
      : [`${row.id ?? ''} ${JSON.stringify(row.input).slice(0, 900)} wanted ${wanted} got ${ours}`]
  })
  return {
    suite: table,
    passed: rows.length - failures.length,
    total: rows.length,
    peers: ORIGIN,
    goal: 0.97,
    failures,
  }
}

// In the tables an absent value is null or its key is missing: both mean the same.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, entry]) => entry !== null)
            .sort(([a], [b]) => a.localeCompare(b)),
        )
      : inner,
  )
}
