// Every rule that gives a value on a page, the most stable first: data before a labelled row before an element's name before
// positions.
import { certainCurrency, mayMean } from '../values/currency-by-country.ts'
import { findCurrency } from '../values/currency.ts'
import {
  FINANCE,
  HIDDEN,
  OTHER_PRODUCTS,
  REVIEWS,
  SERVICE,
  SHIPPING,
  SITE_CHROME,
  STRUCK,
} from '../page/element-context.ts'
import { isInside, parentOf, type TextRun } from '../page/page-view.ts'
import { isInCard, type ReaderPage } from '../page/read-page.ts'
import { BRAND_LABEL, GTIN_LABEL, MPN_LABEL, SKU_LABEL } from '../words/label-words.ts'
import { NOT_PRICE_LABEL, PRICE_LABEL, SERVICE_COST, SHIPPING_COST } from '../words/price-words.ts'
import { STOCK_LABEL } from '../words/stock-words.ts'
import { NAMED_VALUES, type TaughtField, type TaughtRule } from './taught-rule.ts'
import { type AttributePlace, attributePlaces, jsonLdRules, stateRules } from './data-places.ts'
import { labelKey } from './labelled-texts.ts'
import type { TaughtPage } from './open-page.ts'
import { readRule } from './read-rule.ts'
import { pathSelector, stableSelectors } from './stable-selectors.ts'
import { isAmount, isSameValue, readTaughtValue } from './taught-value.ts'

type RuleKind = 'structured data' | 'state' | 'label' | 'element' | 'positions'

export interface FoundRule {
  readonly rule: TaughtRule
  readonly kind: RuleKind
}

/** Enough to choose from, and a limit on what is tried on other pages. */
const RULES_MAX = 40
const PER_ELEMENT_MAX = 3
/** Trying a selector costs a pass over the page. */
const TRIES_MAX = 500

/** `stated`: values of other fields, which are no labels. */
export function findRules(
  field: TaughtField,
  value: string,
  page: TaughtPage,
  stated: readonly string[] = [],
): FoundRule[] {
  const { url, language } = page.page
  const isValueOf = (isData: boolean) => (shown: unknown) => {
    const read = readTaughtValue(field, shown, { isData, url, language })
    return read !== undefined && isSameValue(field, read, value)
  }
  const search: Search = { field, value, page, isPrinted: isValueOf(false), tries: TRIES_MAX }
  const isData = isValueOf(true)
  const attributes = attributePlaces(page, isData).filter(place => isNamedFor(search, place))
  const isStructured = ({ node }: AttributePlace) => MARKED.some(name => page.attr(node, name) !== undefined)
  const asKind = (kind: RuleKind) => (rule: TaughtRule) => ({ rule, kind })
  const proven = (rules: readonly TaughtRule[]) => rules.filter(rule => givesValue(search, rule))
  const elements = printedElements(search)
  const candidates = [
    ...proven(jsonLdRules(page, isData)).map(asKind('structured data')),
    ...attributeRules(search, attributes.filter(isStructured)).map(asKind('structured data')),
    ...proven(stateRules(page, isData).filter(({ at = '' }) => NAMES[field].test(at))).map(asKind('state')),
    ...(field === 'currency' ? [] : labelRules(search, stated)).map(asKind('label')),
    ...attributeRules(
      search,
      attributes.filter(place => !isStructured(place)),
    ).map(asKind('element')),
    ...elements.flatMap(node => elementRules(search, node)).map(asKind('element')),
    ...partRules(search).map(asKind('element')),
    ...(NAMED_VALUES.has(field) ? meaningRules(search) : []).map(asKind('element')),
    ...(field === 'brand' ? leadingRules(search) : []).map(asKind('element')),
    ...elements.flatMap(node => pathRule(search, node)).map(asKind('positions')),
  ]
  return firstOfEach(candidates).slice(0, RULES_MAX)
}

/** How programs name a field: data and attributes with other names have the value by chance. */
const NAMES: Readonly<Record<TaughtField, RegExp>> = {
  name: /name|title|label|heading|bezeichnung/i,
  brand: /brand|manufact|vendor|maker|marke|marca|marque|producer|hersteller|author|publisher|label/i,
  sku: /sku|id$|code|num|art|item|ref|prod|nr|asin/i,
  mpn: /mpn|model|part|manufact|ref|sku|code|num|style/i,
  gtin: /gtin|ean|upc|isbn|barcode|code|jan$/i,
  price: /pri[cs]|amount|value|cost|preis|prix|prec[io]|prezzo|cena|total|offer/i,
  list_price: /pri[cs]|amount|was|old|list|rrp|msrp|uvp|compare|regular|original|preis|prix/i,
  currency: /curr|waehrung|devise|moneda/i,
  availability:
    /stock|avail|inventory|sold|liefer|lager|dispo|voorraad|orderable|purchas|buy|cart|basket|warenkorb|panier/i,
  condition: /condition|zustand|etat|state/i,
}

function isNamedFor({ field, page }: Search, { node, attr, at = '' }: AttributePlace): boolean {
  if (at !== '') return NAMES[field].test(at)
  const isText = attr === 'content' || attr === 'title' || attr === 'alt' || attr === 'aria-label'
  const own = attr.startsWith('data-') ? attr : ''
  const names = MARKED.concat('name').map(name => page.attr(node, name) ?? '')
  return (
    [own, ...names, ...(isText ? [] : [page.page.context.names(node)])].some(one => NAMES[field].test(one)) ||
    (isText && (field === 'name' || field === 'brand'))
  )
}

/** Microdata, RDFa and Open Graph. */
const MARKED = ['itemprop', 'property', 'itemtype']

interface Search {
  readonly field: TaughtField
  readonly value: string
  readonly page: TaughtPage
  readonly isPrinted: (text: unknown) => boolean
  tries: number
}

function givesValue(search: Search, rule: TaughtRule): boolean {
  if (search.tries-- <= 0) return false
  const result = readRule(search.field, rule, search.page)
  return result !== undefined && isSameValue(search.field, result.value, search.value)
}

function attributeRules(search: Search, places: readonly AttributePlace[]): TaughtRule[] {
  const near = places.toSorted((a, b) => isAside(search, a.node) - isAside(search, b.node))
  return near.slice(0, 12).flatMap(({ node, attr, at }) => {
    const more = at === undefined ? { attr } : { attr, at }
    const marker = /^data-[a-z][a-z-]*$/.test(attr) ? [`[${attr}]`] : []
    return firstThat(
      search,
      [...stableSelectors(search.page, node), ...marker].map(css => Object.assign({ css }, more)),
    )
  })
}

const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS | HIDDEN | FINANCE | SHIPPING | SERVICE | STRUCK

/** 1 for a place that is rarely about the product of the page. */
function isAside({ page: { page } }: Search, node: number): number {
  return (page.context.flags(node) & ASIDE) !== 0 || isInCard(page, node) ? 1 : 0
}

const ELEMENTS_MAX = 14
const LEVELS_MAX = 4

/** Elements whose text is the value, those about the product first. */
function printedElements(search: Search): number[] {
  const { page } = search.page
  const matches = new Set<number>()
  const title = search.field === 'name' ? page.titles.slice(0, 1) : []
  for (const { text, node } of page.segments) {
    if (!mayContain(search, text)) continue
    let here: number | undefined = node
    for (let level = 0; level < LEVELS_MAX && here !== undefined; level++) {
      const whole = search.page.text(here)
      if (whole.length > ELEMENT_TEXT_MAX && level > 0) break
      if (search.isPrinted(whole)) matches.add(here)
      here = parentOf(page.tree, here)
    }
    if (matches.size > ELEMENTS_MAX * 4) break
  }
  const nodes = [...matches, ...title.filter(node => search.isPrinted(search.page.text(node)))]
  return nodes.toSorted((a, b) => isAside(search, a) - isAside(search, b)).slice(0, ELEMENTS_MAX)
}

const ELEMENT_TEXT_MAX = 200

/** A cheap test before the text is parsed. */
function mayContain({ field, value }: Search, text: string): boolean {
  if (NAMED_VALUES.has(field)) return text.length <= ELEMENT_TEXT_MAX
  const first = value.trim().split(/[\s.,]/, 1)[0] ?? ''
  const head = field === 'gtin' ? first.slice(0, 3) : /^\d/.test(first) ? first.slice(0, 1) : first
  return text.toLowerCase().includes(head.toLowerCase())
}

function elementRules(search: Search, node: number): TaughtRule[] {
  return firstThat(
    search,
    stableSelectors(search.page, node).map(css => ({ css })),
  )
}

function firstThat(search: Search, rules: readonly TaughtRule[]): TaughtRule[] {
  const proven: TaughtRule[] = []
  for (const rule of rules) {
    if (givesValue(search, rule)) proven.push(rule)
    if (proven.length >= PER_ELEMENT_MAX) break
  }
  return proven
}

const LABEL_MAX = 50
const LABELS_MAX = 8

/** Labels whose row gives the value. */
function labelRules(search: Search, stated: readonly string[]): TaughtRule[] {
  const { page } = search.page
  const { segments } = page
  const labels = new Set<string>()
  for (const { text, at } of segments) {
    if (text.length > ELEMENT_TEXT_MAX || !mayContain(search, text)) continue
    const colon = /[:：]/.exec(text)
    if (colon && search.isPrinted(text.slice(colon.index + 1))) labels.add(text.slice(0, colon.index).trim())
    const words = /^(\D{2,40}?)[\s.#№]{1,3}(?=\S{0,20}\d)/u.exec(text)?.[1]
    if (words !== undefined && isLabelWord(words)) labels.add(words.trim())
    for (const before of [segments[at - 1], segments[at - 2]])
      if (before !== undefined && before.text.length <= LABEL_MAX && isPrintedAsLabel(page, before))
        labels.add(before.text.replace(/[:：]$/, '').trim())
  }
  // What a product is called, and what is known to be a value, is no label of another.
  const called = `${page.heading?.text ?? ''} ${page.title}`.toLowerCase()
  const values = new Set(stated.map(labelKey))
  const usable = [...labels].filter(
    label =>
      isLabel(label) &&
      !called.includes(labelKey(label)) &&
      !values.has(labelKey(label)) &&
      !(isAmount(search.field) && OTHER_AMOUNTS.some(words => words.test(label))),
  )
  return usable
    .map(label => ({ label }))
    .filter(rule => givesValue(search, rule))
    .slice(0, LABELS_MAX)
}

const LABEL_TAGS: ReadonlySet<string> = new Set(['th', 'dt', 'td', 'label'])
const LABEL_NAMES = /label|term|caption|key|head|title|name|field|attr|spec/i
const LABEL_LEVELS = 3

/** By a colon, by its element, or by what it says: another text before the value may be a brand or a colour. */
function isPrintedAsLabel({ tree, context, segments }: ReaderPage, { text, node, at }: TextRun): boolean {
  if (/[:：]\s*$/.test(text) || /^[:：]/.test(segments[at + 1]?.text ?? '') || isLabelWord(text)) return true
  let here: number | undefined = node
  for (let level = 0; level < LABEL_LEVELS && here !== undefined; level++) {
    if (LABEL_TAGS.has(tree.names[here] ?? '')) return true
    here = parentOf(tree, here)
  }
  return LABEL_NAMES.test(context.names(node))
}

const LABEL_WORDS = [SKU_LABEL, MPN_LABEL, GTIN_LABEL, BRAND_LABEL, PRICE_LABEL, STOCK_LABEL]

/** What a price is never labelled with. */
const OTHER_AMOUNTS = [SHIPPING_COST, SERVICE_COST, NOT_PRICE_LABEL]

function isLabelWord(text: string): boolean {
  const label = labelKey(text)
  return LABEL_WORDS.some(words => words.test(label))
}

/** Words, not another value: a size or an amount before the value is no label of it. */
function isLabel(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\d{2}|\p{Sc}/u.test(text) && text.length <= LABEL_MAX
}

/** The value inside a longer text, between a sign or a word that other pages have too. */
function partRules(search: Search): TaughtRule[] {
  const { page } = search.page
  if (search.field === 'price' || search.field === 'list_price' || NAMED_VALUES.has(search.field)) return []
  const wanted = search.value.toLowerCase()
  const title = page.titles[0] === undefined ? [] : [{ text: page.title, node: page.titles[0] }]
  const holders = [...page.segments, ...title].filter(
    ({ text, node }) =>
      text.length <= ELEMENT_TEXT_MAX && text.toLowerCase().includes(wanted) && isAside(search, node) === 0,
  )
  return holders.slice(0, ELEMENTS_MAX).flatMap(({ text, node }) => {
    const start = text.toLowerCase().indexOf(wanted)
    const [head, tail] = [text.slice(0, start), text.slice(start + wanted.length)]
    const after = head.trim() === '' ? undefined : delimiterAtEnd(head)
    const before = tail.trim() === '' ? undefined : delimiterAtStart(tail)
    if (after === null || before === null || (after ?? before) === undefined) return []
    const cut = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }
    return firstThat(
      search,
      stableSelectors(search.page, node).map(css => Object.assign({ css }, cut)),
    )
  })
}

/** "… | ", "… by ", "(Ref. ": a sign with the space around it, a short common word or one of a label. Null if there is none. */
function delimiterAtEnd(text: string): string | null {
  const end = text.slice(-40)
  const sign = /\s{0,3}[|:–—·•/(>#№-]\s{0,3}$/u.exec(end)?.[0]
  const word = /(?<=^|[\s(])(\p{L}{1,12})[.:]?\s{0,3}$/u.exec(end)
  if (word?.[1] !== undefined) return isCommonWord(word[1]) ? word[0] : null
  return sign ?? null
}

/** Not one of the name of a product. */
function isCommonWord(word: string): boolean {
  return /^\p{Ll}{1,5}$/u.test(word) || isLabelWord(word)
}

function delimiterAtStart(text: string): string | null {
  return /^(?:\s*[|:–—·•/)<,-]\s*|\s+\p{Ll}{1,5}\s+)/u.exec(text)?.[0] ?? null
}

/** Text that does not belong to one product: no digits. */
function isFixedText(text: string): boolean {
  return !/\d/.test(text)
}

/** An element that stands for the value by words that cannot be read, or by a sign that several currencies share. */
function meaningRules(search: Search): TaughtRule[] {
  const { page } = search.page
  const words = search.field === 'currency' ? NAMES.price : NAMES[search.field]
  const button = search.field === 'availability' ? page.button?.node : undefined
  const shown = page.segments.filter(
    ({ node, text }) => text.length <= MEANING_MAX && isAside(search, node) === 0,
  )
  const named = shown.filter(
    ({ node }) =>
      words.test(page.context.names(node)) || (button !== undefined && isInside(page.tree, node, button)),
  )
  // A shop has one currency: any text that prints it will do.
  const isSign = (text: string) => search.isPrinted(text) || mayMean(findCurrency(text) ?? '', search.value)
  const signed = search.field === 'currency' ? shown.filter(({ text }) => isSign(text)) : []
  return [...named.slice(0, 4), ...signed.slice(0, 2)].flatMap(({ node, text }) => {
    const sign = search.field === 'currency' ? findCurrency(text) : text
    if (sign === undefined || !isFixedText(sign)) return []
    // A sign of one currency cannot stand for another.
    if (search.field === 'currency' && (certainCurrency(sign) ?? search.value) !== search.value) return []
    const [css = page.tree.names[node] ?? ''] = stableSelectors(search.page, node)
    return [{ css, after: sign, is: search.value }].filter(rule => givesValue(search, rule))
  })
}

const MEANING_MAX = 80

/** The first word of the heading: shops without a place for the brand begin the name with it. */
function leadingRules(search: Search): TaughtRule[] {
  if (search.value.includes(' ')) return []
  const { heading, titles } = search.page.page
  const nodes = [...(heading ? [heading.node] : []), ...titles.slice(0, 1)]
  return nodes.flatMap(node =>
    firstThat(
      search,
      stableSelectors(search.page, node).map(css => ({ css, before: ' ' })),
    ).slice(0, 1),
  )
}

/** Only where the element stands alone: a position in a list moves with the product. */
function pathRule(search: Search, node: number): TaughtRule[] {
  const css = isAside(search, node) === 0 ? pathSelector(search.page, node) : undefined
  return css === undefined ? [] : [{ css }].filter(rule => givesValue(search, rule))
}

function firstOfEach(rules: readonly FoundRule[]): FoundRule[] {
  const byKey = new Map<string, FoundRule>()
  for (const rule of rules) {
    const key = JSON.stringify(rule.rule)
    if (!byKey.has(key)) byKey.set(key, rule)
  }
  return [...byKey.values()]
}
