// Rows of robots.txt, address and answer; the public suites are scored by scripts/score/robots.ts.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productToken, readRobots } from './robots-rules.ts'

const rules = (text: string, token = 'wares') => readRobots(Buffer.from(text), token)

describe('readRobots', () => {
  it.each([
    ['nothing said', '', '/a', true],
    ['a path forbidden', 'User-agent: *\nDisallow: /a', '/a/b', false],
    ['another path', 'User-agent: *\nDisallow: /a', '/b', true],
    [
      'our own group instead of the common one',
      'User-agent: *\nDisallow: /\n\nUser-agent: Wares\nDisallow: /x',
      '/a',
      true,
    ],
    ['our own empty group', 'User-agent: *\nDisallow: /\nUser-agent: wares\nAllow:', '/a', true],
    [
      'groups of ours in two places',
      'User-agent: wares\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: wares\nDisallow: /b',
      '/b',
      false,
    ],
    ['agents that share a group', 'User-agent: x\nUser-agent: wares\nDisallow: /a', '/a', false],
    ['the longest rule', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['Allow in a tie', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a star', 'User-agent: *\nDisallow: /*~robots', '/watch/x~robots/y', false],
    ['an end', 'User-agent: *\nDisallow: /a$', '/ab', true],
    ['a star before an end', 'User-agent: *\nDisallow: /*.php$', '/a.php?x=.php', false],
    ['the query', 'User-agent: *\nDisallow: /*?sort=', '/list?sort=up', false],
    ['a mark of UTF-8 and Windows lines', '\ufeffUser-agent: *\r\nDisallow: /a\r\n', '/a', false],
    ['a comment behind a rule', 'User-agent: *\nDisallow: /a # keep out', '/a', false],
    ['a page of markup', '<html><body>Not found</body></html>', '/a', true],
  ])('%s', (_, text, path, allowed) => {
    expect(rules(text).allows(`https://shop.example${path}`)).toBe(allowed)
  })

  it.each([
    ['User-agent: *\nCrawl-delay: 2\nDisallow: /x', 2_000],
    ['User-agent: *\nCrawl-delay: 0.5', 500],
    ['User-agent: *\nCrawl-delay: soon', undefined],
    ['User-agent: other\nCrawl-delay: 2', undefined],
  ])('Crawl-delay of %j', (text, delay) => {
    expect(rules(text).crawlDelayMs).toBe(delay)
  })

  it('reads 500 KiB, and no rule that the end cuts through', () => {
    const rule = 'Disallow: /private\n'
    const head = 'User-agent: *\n'
    const fill = (length: number): string => `#${'x'.repeat(length - 2)}\n`
    const inside = head + fill(500 * 1024 - head.length - rule.length) + rule
    expect(rules(inside).allows('https://shop.example/private')).toBe(false)
    expect(rules(`${inside}Disallow: /\n`).allows('https://shop.example/other')).toBe(true)
    const across = `${head}${fill(500 * 1024 - head.length - 12)}Disallow: /private\n`
    expect(rules(across).allows('https://shop.example/p')).toBe(true)
    expect(rules(across).allows('https://shop.example/private')).toBe(true)
  })

  it('is quick whatever the pattern', () => {
    const hostile = `User-agent: *\nDisallow: /${'*a'.repeat(2_000)}$\n`
    const before = process.threadCpuUsage()
    rules(hostile).allows(`https://shop.example/${'a'.repeat(2_000)}b`)
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, path) => {
        expect(typeof readRobots(bytes, 'wares').allows(path)).toBe('boolean')
      }),
    )
  })

  it('takes the token from the front of a User-Agent', () => {
    expect(productToken('Wares/0.1 (product data reader)')).toBe('Wares')
  })
})
