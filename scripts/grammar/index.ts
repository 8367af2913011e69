// A seeded generator of small shop pages with the truth about them. It shares no code with the reader, which it judges.
import { LANGUAGES, type LanguageData, splitOfLanguage } from './languages.ts'
import type { MoneyStyle } from './money.ts'
import type { Noise } from './noise.ts'
import { renderPage } from './page.ts'
import { stateOf } from './page-data.ts'
import { makeRandom, type Random } from './random.ts'
import { KINDS, makeScene } from './scenes.ts'
import { SKINS, type Skin, splitOfSkin } from './skins.ts'
import type { Block, Corner, Split } from './types.ts'
import { makeWording, type Wording } from './wording.ts'

export { classesOf, LANGUAGES, phrasesOf, splitOfLanguage } from './languages.ts'
export { KINDS } from './scenes.ts'
export { SKINS, splitOfSkin } from './skins.ts'
export { type Block, CLASSES, type GrammarClass, type Split } from './types.ts'

export interface BlockOptions {
  readonly split: Split
  readonly count: number
  readonly seed: number
  readonly kind?: string
  readonly language?: string
}

const CORNERS: readonly Corner[] = ['all-known', 'new-phrase', 'new-language', 'new-skin', 'all-new']
const chooseCorner = (random: Random, split: Split, language: string | undefined): Corner => {
  if (split === 'train') return 'all-known'
  if (language === undefined) return random.pick(CORNERS)
  const isKnown = splitOfLanguage(language) === 'train'
  const corners = CORNERS.filter(corner => (corner === 'new-language' || corner === 'all-new') !== isKnown)
  return random.pick(corners)
}

const chooseLanguage = (
  random: Random,
  split: Split,
  corner: Corner,
  language: string | undefined,
): LanguageData => {
  const of = corner === 'new-language' || corner === 'all-new' ? split : 'train'
  const choices = LANGUAGES.filter(
    data => language === data.language || (language === undefined && splitOfLanguage(data.language) === of),
  )
  return random.pick(choices)
}
const chooseSkin = (random: Random, split: Split, corner: Corner): Skin => {
  const of = corner === 'new-skin' || corner === 'all-new' ? split : 'train'
  return random.pick(SKINS.filter(skin => splitOfSkin(skin.id) === of))
}

const NO_BREAK = ['\u00a0', '&nbsp;', '\u202f', ' ', ' ', ' ']
const makeStyle = (random: Random, kind: string, forms: readonly string[]): MoneyStyle => ({
  cents: random.chance(kind === 'cents' ? 0.8 : 0.12)
    ? random.pick(['raised', 'raised-point', 'apart'] as const)
    : 'plain',
  sign: random.chance(0.04) ? 'none' : random.chance(0.15) ? 'own' : 'text',
  space: random.pick(NO_BREAK),
  form: random.pick(forms),
  footnote: random.chance(0.08) ? random.pick(['*', '<sup>*</sup>', ' *', '<sup>1)</sup>']) : '',
})
const makeNoise = (random: Random, classes: boolean): Noise => ({
  typo: random.chance(0.1) ? 0.3 : 0,
  dropAccents: random.chance(0.05),
  capitals: random.chance(0.1) ? 0.4 : 0,
  strike: random.pick(['del', 's', 'strike', 'style', 'none', classes ? 'class' : 'none'] as const),
})

const makeAddress = (random: Random, wording: Wording, page: string, name: string): string => {
  const syllables = ['tal', 'vor', 'nel', 'mira', 'kos', 'dun', 'fel', 'osta', 'brin', 'lum', 'hav', 'zer']
  const host = Array.from({ length: 3 }, () => random.pick(syllables)).join('')
  const number = random.whole(100, 99999)
  const slug = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const path = random.pick([
    ...(page === 'product' ? [`/${slug}-${number}`, `/products/${slug}`, `/${slug}.html`] : []),
    `/p/${number}`,
    `/product/${number}`,
    `/${number}.html`,
    `/shop/item-${number}`,
    `/index.php?id=${number}`,
  ])
  const list = random.pick(['/', '', `/c/${number}`, `/c/${number}`])
  return `https://www.${host}.${wording.place.domain}${page === 'list' ? list : path}`
}

const makeBlock = ({ split, seed, kind: only, language }: BlockOptions, place: number): Block => {
  const id = `${split}-${seed}-${place}`
  const random = makeRandom(id)
  const corner = chooseCorner(random, split, language)
  const data = chooseLanguage(random, split, corner, language)
  const kind = only ?? random.pick(Object.keys(KINDS))
  const skin = chooseSkin(random, split, corner)
  const classNoise = random.pick(['none', 'none', 'right', 'right', 'wrong'] as const)
  const country = random.pick(data.places)
  const style = makeStyle(random, kind, country.forms)
  const noise = makeNoise(random, classNoise === 'right')
  const wording = makeWording({
    random,
    data,
    place: country,
    style,
    noise,
    split,
    corner,
    frame: skin.money ?? '%M',
  })
  const scene = makeScene(kind, wording)
  const isMeasured = kind === 'unit_price' || scene.parts.some(part => part.look === 'unit')
  const goods = data.goods.filter((_name, number) => wording.goods.includes(number))
  const thing = random.pick(isMeasured && goods.length > 0 ? goods : data.things)
  const isSized = isMeasured && (goods.length === 0 || random.chance(0.5))
  const name = longName(random, isSized ? `${thing} ${wording.quantity}` : thing)
  const url = makeAddress(random, wording, scene.page, name)
  const isDeclared = random.chance(0.75)
  const printed = renderPage({ wording, scene, skin, classNoise, isDeclared, name, path: url })
  const { html, amounts, stock } = wording.finish(printed)
  const { price, priceMax = null, listPrice = null, page } = scene
  const currency = price === null ? null : country.currency
  const availability = page === 'product' ? stateOf({ scene }) : null
  return {
    id, split, corner, language: data.language, skin: skin.id, phraseIds: [...wording.phraseIds],
    classes: [...new Set(amounts.map(amount => amount.class))], kind, url, html,
    truth: { price, priceMax, listPrice, currency, availability, page, amounts, stock },
  } // biome-ignore format: short names first
}

const MAKERS = ['Norvani', 'Kestrell', 'Ostmark', 'Lumeno', 'Brandtal', 'Quivera', 'Halvin', 'Pellory']
const MODELS = 'X340;S 120;Pro 2;60 x 90 cm;M450;No. 7;2.0;RT-80;II;18 V;3 L;XL'.split(';')

/** Names of products are longer than the words for them: who made it, and which of several it is. */
const longName = (random: Random, thing: string): string => {
  const made = random.chance(0.55)
    ? random.pick([`${random.pick(MAKERS)} ${thing}`, `${thing} ${random.pick(MAKERS)}`])
    : thing
  return random.chance(0.45) ? `${made} ${random.pick(MODELS)}` : made
}

export function* makeBlocks(options: BlockOptions): Generator<Block> {
  for (let place = 0; place < options.count; place += 1) yield makeBlock(options, place)
}
