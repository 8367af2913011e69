// A table of robots.txt, path and verdict; scripts/score/peer-robots.ts scores the public test suites.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapePattern, pathAndQueryOf, productToken, readRobots } from './robots-rules.ts'

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
    ['an end that is reached', 'User-agent: *\nDisallow: /a$', '/a', false],
    ['an end behind more than one star', 'User-agent: *\nDisallow: /a*b*c$', '/a-b-c', false],
    ['an end that overlaps the piece before it', 'User-agent: *\nDisallow: /a*bc$', '/abc', false],
    ['an end that would overlap the beginning', 'User-agent: *\nDisallow: /ab*b$', '/ab', true],
    ['a piece that is missing behind a star', 'User-agent: *\nDisallow: /a*b', '/ac', true],
    ['pieces in another order', 'User-agent: *\nDisallow: /*b*a', '/a/b', true],
    ['an empty Disallow', 'User-agent: *\nDisallow:', '/a', true],
    ['a rule before any group', 'Disallow: /a\nUser-agent: x\nDisallow: /b', '/a', true],
    ['a shorter rule behind a longer one', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b', true],
    ['Allow before Disallow in a tie', 'User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['an index page, for its folder too', 'User-agent: *\nDisallow: /\nAllow: /d/index.html', '/d/', true],
    [
      'an index page, for nothing below its folder',
      'User-agent: *\nDisallow: /\nAllow: /d/index.html',
      '/d/x',
      false,
    ],
    ['a forbidden index page only', 'User-agent: *\nDisallow: /d/index.html', '/d/', true],
    ['a line of two words without a colon', 'User-agent: *\nDisallow /a', '/a', false],
    ['a line of three words without a colon', 'User-agent: *\nDisallow /a b', '/a', true],
    ['white space around names and values', ' User-agent :\t*\n\tDisallow :  /a\t', '/a', false],
    [
      'a line that is too long, by its beginning',
      `User-agent: *\nDisallow: /${'a'.repeat(20_000)}`,
      `/${'a'.repeat(17_000)}`,
      false,
    ],
    ['bytes beyond ASCII', 'User-agent: *\nDisallow: /caf\u00e9', '/caf%C3%A9', false],
    ['a star with words behind it', 'User-agent: * all\nDisallow: /a', '/a', false],
    ['a name that begins with a star', 'User-agent: *x\nDisallow: /a', '/a', true],
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
    ['User-agent: *\nCrawl-delay: 2\nCrawl-delay: soon', 2_000],
    ['User-agent: wares\nCrawl-delay: 2\nDisallow: /x\nUser-agent: wares\nCrawl-delay: 5', 5_000],
    ['User-agent: wares\nCrawl-delay: 5\nDisallow: /x\nUser-agent: wares\nCrawl-delay: 2', 5_000],
    ['User-agent: x\nCrawl-delay: 2\nUser-agent: *\nDisallow: /a', 2_000],
    ['User-agent: other\nCrawl-delay: 2', undefined],
  ])('Crawl-delay of %j', (text, delay) => {
    expect(rules(text).crawlDelayMs).toBe(delay)
  })

  it('uses the group of the longest name that our token extends', () => {
    const text =
      'User-agent: shop\nDisallow: /a\n\nUser-agent: shop-news\nDisallow: /b\n\nUser-agent: *\nDisallow: /'
    const forbids = (token: string) =>
      ['/a', '/b'].filter(path => !rules(text, token).allows(`https://shop.example${path}`))
    expect(forbids('Shop-News-Daily')).toEqual(['/b'])
    expect(forbids('shop-offers')).toEqual(['/a'])
    expect(forbids('shopping')).toEqual(['/a', '/b'])
  })

  it.each([
    ['https://shop.example/a?b#c', '/a?b'],
    ['https://shop.example', '/'],
    ['https://shop.example?b', '/?b'],
    ['https://shop.example#/a', '/'],
    ['//shop.example/a', '/a'],
    ['shop.example/a', '/a'],
    ['a/x://b/c', '/x://b/c'],
    ['shop.example;p', '/;p'],
  ])('path and query of %s are %s', (url, expected) => {
    expect(pathAndQueryOf(url)).toBe(expected)
  })

  it('normalises the percent-encoding of a pattern', () => {
    expect(escapePattern('/a%2f\u00e9%C3')).toBe('/a%2F%E9%C3')
  })

  it('reads 500 KiB, without the rule at the cut', () => {
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

  it('is fast for any pattern', () => {
    const hostile = `User-agent: *\nDisallow: /${'*a'.repeat(2_000)}$\n`
    const before = process.threadCpuUsage()
    rules(hostile).allows(`https://shop.example/${'a'.repeat(2_000)}b`)
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, path) => {
        expect(typeof readRobots(bytes, 'wares').allows(path)).toBe('boolean')
      }),
    )
  })

  it('takes the token from the start of a User-Agent', () => {
    expect(productToken('Wares/0.2 (product data reader)')).toBe('Wares')
  })
})

it.each([
  ['more space between two words', 'User-agent *\nDisallow \t /no', false],
  ['three words without a colon', 'User-agent: *\nDisallow /no /x', true],
  ['a whole byte order mark', '\xef\xbb\xbfUser-agent: *\nDisallow: /no', false],
  ['two bytes of one', '\xef\xbbUser-agent: *\nDisallow: /no', false],
  ['one byte of one', '\xefUser-agent: *\nDisallow: /no', false],
])('%s', (_, text, isAllowed) => {
  expect(readRobots(Buffer.from(text, 'latin1'), 'wares').allows('https://shop.example/no')).toBe(isAllowed)
})
