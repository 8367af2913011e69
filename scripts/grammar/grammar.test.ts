import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  CLASSES,
  classesOf,
  KINDS,
  LANGUAGES,
  makeBlocks,
  phrasesOf,
  type Split,
  splitOfLanguage,
  splitOfSkin,
} from './index.ts'

const blocksOf = (split: Split, count = 1500): Block[] => [...makeBlocks({ split, count, seed: 7 })]

/** The digits of what a visitor sees, in ASCII; entities and tags print none. */
const digitsOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>|&#?\w+;/g, '')
    .replace(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, digit => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '')
/** An amount as it may be printed: with cents, without those that are zero, or as cents alone. */
const printsOf = (amount: string): string[] => {
  const digits = amount.replace('.', '')
  return [digits, digits.replace(/^0+/, ''), amount.replace(/\.00$/, '')].filter(Boolean)
}
const missingAmount = ({ html, truth }: Block): string | undefined => {
  const digits = digitsOf(html)
  let from = 0
  for (const { amount } of truth.amounts) {
    const ends = printsOf(amount)
      .map(print => [digits.indexOf(print, from), print.length] as const)
      .filter(([at]) => at >= 0)
      .map(([at, length]) => at + length)
    if (ends.length === 0) return amount
    from = Math.min(...ends)
  }
  return undefined
}

const phraseSplits = new Map<string, Split>()
for (const data of LANGUAGES)
  for (const key of Object.keys(data.phrases))
    for (const { id, split } of phrasesOf(data, key)) phraseSplits.set(id, split)

describe('the grammar', () => {
  it('draws the same blocks from the same seed', () => {
    expect(blocksOf('test', 60)).toEqual(blocksOf('test', 60))
  })

  it('shares no code with the reader', () => {
    const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts'))
    const imports = files.flatMap(name =>
      [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
        ([, from]) => from,
      ),
    )
    const outside = imports.filter(from => !/^(?:\.\/[\w-]+\.ts|node:\w+|vitest)$/.test(from ?? ''))
    expect(files.length).toBeGreaterThan(5)
    expect(outside).toEqual([])
  })

  it('has phrases of every class in every language', () => {
    const printed = CLASSES.filter(name => name !== 'other_product')
    for (const { language, phrases } of LANGUAGES)
      for (const name of printed) {
        const count = phrases[name]?.length ?? 0
        expect(count, `${language} ${name}`).toBeGreaterThanOrEqual(2)
      }
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(30)
  })

  it('gives every amount of a phrase a class', () => {
    for (const data of LANGUAGES)
      for (const key of Object.keys(data.phrases))
        for (const { id, text } of phrasesOf(data, key))
          expect(text.split('#').length - 1, `${id} ${text}`).toBe(classesOf(key).length)
  })

  it('keeps phrases of every class of amounts for training', () => {
    for (const data of LANGUAGES.filter(({ language }) => splitOfLanguage(language) === 'train'))
      for (const name of CLASSES.filter(own => own !== 'other_product'))
        expect(
          phrasesOf(data, name).filter(({ split }) => split === 'train').length,
          `${data.language} ${name}`,
        ).toBeGreaterThan(0)
  })

  it.each(['train', 'tune', 'test'] as const)('prints every amount of the truth (%s)', split => {
    const faults = blocksOf(split).flatMap(block => {
      const missing = missingAmount(block)
      return missing === undefined ? [] : [`${block.id} ${block.kind}: ${missing}`]
    })
    expect(faults).toEqual([])
  })

  it('states a price and a list price only where they are printed', () => {
    for (const { id, kind, truth } of blocksOf('test')) {
      const printed = (name: string) =>
        truth.amounts.filter(amount => amount.class === name).map(({ amount }) => amount)
      if (truth.price === null) expect(printed('price'), `${id} ${kind}`).toEqual([])
      else
        expect([...printed('price'), ...(kind === 'bid' ? printed('bid') : [])], `${id} ${kind}`).toContain(
          truth.price,
        )
      if (truth.listPrice === null) expect(printed('former'), `${id} ${kind}`).toEqual([])
      else expect(printed('former'), `${id} ${kind}`).toContain(truth.listPrice)
    }
  })

  it('leaves no mark in the page', () => {
    for (const { html } of blocksOf('train', 300))
      expect(html).not.toMatch(/[\uE000-\uF8FF#@~]\d|%[A-Z]|@[a-z]+>|undefined/)
  })

  it('trains on no phrase, skin or language that is left out', () => {
    const blocks = blocksOf('train')
    const left = blocks.filter(
      ({ language, skin, phraseIds }) =>
        splitOfLanguage(language) !== 'train' ||
        splitOfSkin(skin) !== 'train' ||
        phraseIds.some(id => phraseSplits.get(id) !== 'train'),
    )
    expect(left.map(({ id }) => id)).toEqual([])
    expect(new Set(blocks.map(({ kind }) => kind)).size).toBe(Object.keys(KINDS).length)
  })

  it('tests on what its corner names', () => {
    for (const { id, corner, language, skin, phraseIds } of blocksOf('test')) {
      const [newLanguage, newSkin] = [splitOfLanguage(language) === 'test', splitOfSkin(skin) === 'test']
      const newPhrase = !newLanguage && phraseIds.some(phrase => phraseSplits.get(phrase) === 'test')
      const found =
        newLanguage && newSkin
          ? 'all-new'
          : newLanguage
            ? 'new-language'
            : newSkin
              ? 'new-skin'
              : newPhrase
                ? 'new-phrase'
                : 'all-known'
      if (corner === 'new-phrase') expect(['new-phrase', 'all-known'], id).toContain(found)
      else expect(found, id).toBe(corner)
    }
  })
})
