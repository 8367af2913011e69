// Faults for people: the cause, what to do, and whether to retry.
import { expect, it } from 'vitest'
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import { faultLines, nextStep } from './print-fault.ts'

// oxlint-disable-next-line no-control-regex
const plain = (lines: readonly string[]) => lines.join('\n').replaceAll(/\x1b\[\d+m/g, '')
const place = { instance: '/x', operation: 'shop.product' }

it.each(Object.keys(faultTable) as FaultCode[])(
  '%s has a cause, a next step and no HTTP header in it',
  code => {
    const text = plain(faultLines(new Fault(code, 'what happened'), place, 80))
    expect(text).toContain(faultTable[code].title)
    expect(text).toMatch(/^Cause +(?:your request|the shop|the page of the shop|the configuration|Wares)$/m)
    expect(text).toMatch(/^What to do +\S/m)
    expect(text).toMatch(faultTable[code].retryable ? /^Retry +yes/m : /^Retry +no/m)
    // These occur only on a server.
    if (!['rate_limited', 'quota_exceeded'].includes(code)) expect(text).not.toContain('Retry-After')
  },
)

it('names every invalid parameter once, with the accepted values', () => {
  const errors = [
    { name: 'id', in: 'query' as const, message: 'id must be digits' },
    {
      name: 'country',
      in: 'query' as const,
      message: 'country must be one of UK, US',
      accepted: ['UK', 'US'],
    },
  ]
  const text = plain(
    faultLines(new Fault('invalid_parameter', 'id must be digits (and 1 more)', { errors }), place, 80),
  )
  expect(text.match(/id must be digits/g)).toHaveLength(1)
  expect(text).toContain('country must be one of UK, US')
  expect(text).toContain('Accepted for country: UK, US.')
  expect(text).toContain('wares call shop.product --help')
})

it.each([
  [400, '1 second'],
  [2_100, '3 seconds'],
])('%i ms is shown as %s', (retryAfterMs, wanted) => {
  const text = plain(faultLines(new Fault('upstream_busy', 'busy', { retryAfterMs }), place, 80))
  expect(text).toContain(`Wait ${wanted}, then run the command again.`)
  expect(text).toContain(`yes, after ${wanted}`)
})

it('does not reveal internal details', () => {
  expect(plain(faultLines(new Fault('internal', 'secret'), place, 80))).not.toContain('secret')
})

it.each([
  ['not_found', 'general.catalog', 'sitemap.xml'],
  ['not_found', 'general.product', 'withdrawn'],
  ['invalid_parameter', 'general.catalog', '`wares shops`'],
] as const)('%s of %s says %s, whoever did the work', (code, operation, wanted) => {
  const fault = new Fault(code, 'what happened')
  const texts = (['here', 'own', 'server'] as const).map(where => nextStep(fault, { operation, where }))
  expect(texts[0]).toContain(wanted)
  expect(new Set(texts).size).toBe(1)
})

it('a redirect to another shop leads to the command that adds it, not to a retry', () => {
  const message = 'the site redirects to https://b.example/p; `wares add https://b.example/p` adds it'
  const text = plain(faultLines(new Fault('upstream_failed', message, { retryable: false }), place, 200))
  expect(text).toMatch(/^What to do +Add that shop/m)
  expect(text).toMatch(/^Retry +no/m)
})
