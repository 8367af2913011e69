// Challenge pages, and good pages that resemble them.
import { describe, expect, it } from 'vitest'
import { detectChallenge, challengeMarkers } from './verdict.ts'

describe('detectChallenge', () => {
  it.each(challengeMarkers.map(marker => [marker.name, marker.all.join(' ')]))(
    'recognises %s by "%s"',
    (name, text) => {
      expect(detectChallenge(Buffer.from(`<html><body>${text.toUpperCase()} ${text}</body></html>`))).toBe(
        name,
      )
    },
  )

  it.each([
    ['a product page', '<h1>Diver 40</h1><p>Robust steel, for humans who dive</p>'],
    ['an empty page', ''],
    [
      'a full page with a captcha in its review form',
      `<form>captcha: verify you are human</form>${'<p>text</p>'.repeat(10_000)}`,
    ],
    ['a reference number', '<p>Reference #1234, dial black</p>'],
    ['a robot toy', '<title>Robot toy: are you ready?</title>'],
  ])('ignores %s', (_, page) => {
    expect(detectChallenge(Buffer.from(page))).toBeUndefined()
  })

  it('recognises an interstitial in a page of any size', () => {
    const page = `<script src="/_sec/verify?provider=interstitial"></script>${'<p>text</p>'.repeat(20_000)}`
    expect(detectChallenge(Buffer.from(page))).toBe('interstitial verification')
  })
})
