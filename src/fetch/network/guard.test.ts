// What the guard lets through.
import { describe, expect, it } from 'vitest'
import { guard } from './guard.ts'
import { requestWith, responseWith } from '../request-fixture.ts'

describe('guard', () => {
  const shop = { enabled: true, origins: { main: 'https://shop.example' } }
  const ask = (of: Parameters<typeof guard>[0], changes: Parameters<typeof requestWith>[0] = {}) =>
    guard(of)(async () => responseWith())(requestWith(changes)).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    )

  it('lets only URLs of a configured site pass', async () => {
    expect(await ask(shop)).toBe('sent')
    expect(await ask({ ...shop, enabled: false })).toBe('site_disabled')
    expect(await ask({ ...shop, origins: {} })).toBe('site_disabled')
    expect(await ask(shop, { url: new URL('https://other.example/') })).toBe('url_not_allowed')
    const deadEnd = 'https://dead-end.example'
    expect(await ask({ ...shop, deadEnd }, { url: new URL(deadEnd) })).toBe('sent')
  })

  it('sends nothing after the caller has left', async () => {
    const left = AbortSignal.abort({ code: 'left' })
    expect(await ask(shop, { signal: left })).toBe('left')
  })
})
