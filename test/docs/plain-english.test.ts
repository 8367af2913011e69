// Texts for users are in plain English: retired phrases do not come back.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Each with its replacement. */
const retired: readonly [RegExp, string][] = [
  [/\banew\b/, 'again'],
  [/\blies with\b/, 'Cause: …'],
  [/\bto be had\b/, 'available'],
  [/\bat hand\b/, 'available'],
  [/\bthis very\b/, 'this'],
  [/\bmeet an error\b/i, 'simulate an error'],
  [/\bas they hold\b/, 'effective'],
  [/\bat will\b/, 'at any time'],
  [/\bin disguise\b/, 'instead'],
  [/\bis no fault\b/, 'is not an error'],
  [/\bin peace\b/, 'is not asked'],
  [/\b(?:calls|requests) that a key has left\b/, 'requests left this month'],
  [/\bagain and again\b/, 'on a schedule'],
  [/\bwhen left out\b/, 'by default'],
  [/\bcame about\b/, 'was produced'],
  [/\bAddress(?:es)? of (?:the|a|this)\b/, 'URL of'],
  [/\bunderstood as\b/, 'accepted as'],
  [/\bswitched off\b/, 'disabled'],
  [/\bmake room\b/, 'free disk space'],
  [/\bgoe?s? on\b/, 'continues, still works'],
  [/\bwhose fault\b/, 'cause'],
  [/\bpoliteness\b/i, 'rate limits'],
  [/\bcan be had\b/, 'is available'],
  [/\bunder way\b/, 'in flight'],
  [/\bin trouble\b/, 'has problems'],
  [/\bin the words of\b/, 'as … writes it'],
  [/\bcodes of the filter lookup\b/, 'codes from `watchmarket.filters`'],
  [/\bthe maker\b/, 'the manufacturer'],
  [/\bas a rule\b/, 'usually'],
  [/\bPlace of the\b/, 'Index of the, Position in the'],
  [/\bis doing\b/, 'status of'],
  [/\bplayed by the sandbox\b/, 'uses the sandbox'],
  [/\bwas due\b/, 'instead of'],
  [/\bin a circle\b/, 'in a loop'],
  [/\bwants no more\b/, 'is gone'],
  [/\bweb sites?\b/, 'website'],
  [/\bsub-domains?\b/, 'subdomain'],
  [/\bpieces in stock\b/i, 'quantity in stock'],
  [/\bis no (?:amount|condition|name)\b/, 'is not a'],
  [/\bpeople can open\b/, 'opens in a browser'],
]

const documents = globSync([
  'README.md',
  'docs/*.md',
  'docs/internals/*.md',
  'client/README.md',
  'clients/python/README.md',
])
/** Code that contains texts for users. */
const sources = globSync([
  'src/{bulk,cli,config,drift,engine,general,http,kit,mcp,observe,replay,upstream,watch}/**/*.ts',
  'adapters/kit/product/*.ts',
  'adapters/sites/*/*.ts',
  'web/src/**/*.tsx',
]).filter(file => !file.endsWith('.test.ts'))

describe.each(retired)('%s', (phrase, instead) => {
  it('is in no text for users', () => {
    const found = [...documents, ...sources].flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text, place) => ({ text, at: `${file}:${place + 1}` }))
        .filter(
          ({ text, at }) => phrase.test(text) && !(at.includes('.ts') && /^\s*(\/\/|\*|\/\*)/.test(text)),
        )
        .map(({ text, at }) => `${at} ${text.trim()} (write: ${instead})`),
    )
    expect(found).toEqual([])
  })
})
