// The recorded pages of every site: recognised as pages of that site, or as nobody's, and never as another's.
import { expect, it } from 'vitest'
import { makePage } from '#kit/page/page'
import { recogniseSite } from '../../src/setup/try-shop.ts'
import { sites } from '../../adapters/sites/index.ts'
import { bodyOf } from '../replay/case-body.ts'
import { type Case, findCases } from '../replay/find-cases.ts'

function recognisedIn(one: Case): string[] {
  return one.har.log.entries.flatMap(({ request, response }, index) => {
    if (!/html/.test(response.content?.mimeType ?? '') || response.status !== 200) return []
    const page = makePage({
      url: new URL(request.url),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(bodyOf(one, index)),
      charset: 'utf-8',
    })
    return recogniseSite(sites, page)?.name ?? []
  })
}

const found = findCases().map(one => ({ one, names: recognisedIn(one) }))

it('no page is taken for one of another site', () => {
  expect(
    found.filter(({ one, names }) => names.some(name => name !== one.site)).map(({ one }) => one.name),
  ).toEqual([])
})

it('every site that says what its pages look like recognises a recorded one', () => {
  const able = sites.filter(site => 'recognise' in site).map(site => site.name)
  const seen = new Set(found.flatMap(({ names }) => names))
  expect(able.filter(name => !seen.has(name))).toEqual([])
  // All but the storefront, whose pages are those of its platform.
  expect(able).toHaveLength(sites.length - 1)
})
