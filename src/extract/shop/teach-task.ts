// Teaches a shop: reads the page, and others of the shop, finds rules for the values that somebody named, and proves them. Pure.
import type { Get } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import type { PageSource } from '#kit/page/page'
import { certainCurrency, mayMean } from '#reader/values/currency-by-country'
import { findCurrency } from '#reader/values/currency'
import { readProduct } from '#reader'
import { currencyOfPrintedSign } from '#reader/page/dollar-country'
import { WITHOUT_TAX } from '#reader/words/price-kind-words'
import {
  isLeftToReader,
  ruleText,
  type TaughtField,
  type TaughtFields,
  type TaughtRule,
} from '#reader/taught/taught-rule'
import { fieldValue } from '../merge/apply-taught.ts'
import { chooseRules, type ValidationPage } from '#reader/taught/choose-rules'
import { openTaughtPage } from '#reader/taught/open-page'
import { type PageChoices, pageChoices } from '#reader/taught/page-choices'
import { productLinks } from '#reader/taught/product-links'
import { readTaughtField } from '#reader/taught/read-rule'
import { isAmount, isSameValue, splitNamed } from '#reader/taught/taught-value'
import { decodedPage, type Fetched, loadHostProduct, mustHaveSource } from './host-product-task.ts'
import type { TeachResult, TeachTask } from '../task.ts'

/** Asked only if no other page of the shop is known. */
const LINKED_MAX = 2
const LINKS_TRIED = 3

type LoadedProduct = Awaited<ReturnType<typeof loadHostProduct>>

export async function loadTeach(task: TeachTask, get: Get, fetched: Fetched): Promise<() => TeachResult> {
  const { fields, values, selectors: _selectors, also, watched, recorded, url, kind: _kind, ...rest } = task
  const load = (address: string) =>
    loadHostProduct(
      { ...rest, kind: 'product', url: address, include: ['sources'], taught: { fields } },
      get,
      fetched,
    )
  const own = await load(url)
  const given = await Promise.all(also.map(load))
  const named = also.map((address, at) => ({ address, read: given[at] as LoadedProduct }))
  const source = mustHaveSource(fetched.sources, url)
  const wantsProof = [...Object.values(values), ...Object.values(task.selectors ?? {})].some(
    value => value != null,
  )
  const known = wantsProof ? await loadReadable(watched, load) : []
  const isAlone = named.length + known.length + recorded.length === 0
  const links = wantsProof && isAlone ? linksOf(source, url) : []
  const linked = await loadReadable(links, load)
  return () => {
    const taught = proofPage(url, own, source)
    const others = [
      ...named.map(({ address, read }) => proofPage(address, read, mustHaveSource(fetched.sources, address))),
      ...readablePages(known, fetched),
      ...readablePages(linked, fetched).slice(0, LINKED_MAX),
      ...recorded.map(one => recordedPage(one, task)),
    ]
    const body = decodedPage(source)
    const choices = pageChoices(body, url)
    const { iso_currency: currency } = readProduct(body, url, { currency: task.currency })
    return { ...teach(task, { taught, own, others, choices, currency }), choices }
  }
}

/** Products that the page links to. */
function linksOf(source: PageSource, url: string): string[] {
  return productLinks(openTaughtPage(decodedPage(source), url), url).slice(0, LINKS_TRIED)
}

/** Without the pages that cannot be fetched. */
async function loadReadable(addresses: readonly string[], load: (url: string) => Promise<LoadedProduct>) {
  const loaded = await Promise.all(
    addresses.map(async address => {
      try {
        return [{ address, read: await load(address) }]
      } catch (error) {
        if (error instanceof Fault) return []
        throw error
      }
    }),
  )
  return loaded.flat()
}

/** Without what is gone or walled off; what is read as a product first. */
function readablePages(
  loaded: readonly { address: string; read: LoadedProduct }[],
  { sources }: Fetched,
): ValidationPage[] {
  const pages = loaded.flatMap(({ address, read }) => {
    try {
      return [proofPage(address, read, mustHaveSource(sources, address))]
    } catch (error) {
      if (error instanceof Fault) return []
      throw error
    }
  })
  const isProduct = ({ before }: ValidationPage) => Number(before('name').value !== null)
  return pages.toSorted((a, b) => isProduct(b) - isProduct(a))
}

function proofPage(url: string, read: LoadedProduct, source: PageSource): ValidationPage {
  const unaided = beforeOf(productOrNone(() => read({ fields: {} })))
  return {
    url,
    page: openTaughtPage(decodedPage(source), url),
    before: beforeOf(productOrNone(read)),
    unaided: field => unaided(field).value,
  }
}

/** A page that the reader takes for something else can be taught as well. */
function productOrNone(read: LoadedProduct): GeneralProduct | undefined {
  try {
    return read().product
  } catch (error) {
    if (error instanceof Fault && error.code === 'upstream_changed') return undefined
    throw error
  }
}

function beforeOf(product: GeneralProduct | undefined): ValidationPage['before'] {
  return field => ({
    value: product === undefined ? null : fieldValue(product, field),
    where: product?.sources?.[field === 'currency' ? 'price' : field]?.where ?? '',
  })
}

/** Of a recording there is only the page. */
function recordedPage(
  { url, body }: TeachTask['recorded'][number],
  { fields, currency }: TeachTask,
): ValidationPage {
  const page = openTaughtPage(body, url)
  const read = readProduct(body, url, { currency })
  const ofReader = (field: TaughtField) => (field === 'currency' ? read.iso_currency : read[field])
  const ofRules = (field: TaughtField) => readTaughtField(field, fields, page).value
  const isRead = (field: TaughtField) => fields[field] === undefined || isLeftToReader(fields, field)
  return {
    url,
    page,
    before: field => ({
      value: ofRules(field) ?? (isRead(field) ? ofReader(field) : null),
      where: read.places[field] ?? '',
    }),
    unaided: ofReader,
  }
}

/** With amounts that the reader finds but does not give, because nothing tells their currency: the best rule gives them too. */
function withAmounts(proof: ValidationPage): ValidationPage {
  if (proof.before('currency').value !== null) return proof
  const { price, list_price, iso_currency } = readProduct(proof.page.page.tree.bytes.data, proof.url)
  const amounts: Partial<Record<TaughtField, string | null>> =
    iso_currency === null ? { price, list_price } : {}
  return {
    ...proof,
    before(field) {
      const { value, where } = proof.before(field)
      return { value: value ?? amounts[field] ?? null, where }
    },
    unaided: field => proof.unaided(field) ?? amounts[field] ?? null,
  }
}

interface TaughtPages {
  readonly taught: ValidationPage
  readonly own: LoadedProduct
  readonly others: readonly ValidationPage[]
  readonly choices: PageChoices
  /** What the reader takes for the currency of the page. */
  readonly currency: string | null
}

function teach(task: TeachTask, pages: TaughtPages): Omit<TeachResult, 'choices'> {
  const { fields, selectors = {} } = task
  const { values, lost } = withSelected(task, pages.taught)
  if (lost.length > 0) return { fields, problems: lost, before: {}, after: {}, warnings: [], proven: [] }
  const { taught, own, others, choices } = pages
  const names = Object.keys(values) as TaughtField[]
  const named = names.map(field => ({ field, ...splitNamed(field, values[field] ?? null) }))
  const plain = Object.fromEntries(named.map(({ field, value }) => [field, value]))
  const choose = (field: TaughtField, value: string | null, proofs: readonly ValidationPage[]) =>
    chooseRules(field, value, taught, {
      others: proofs,
      fields,
      values: plain,
      given: selectors[field] === undefined ? undefined : { css: selectors[field] },
      isOffered: choices[field]?.some(one => isSameValue(field, one.value, value)) === true,
    })
  const chosen = named.map(({ field, value }) => {
    const best = isAmount(field) ? choose(field, value, others.map(withAmounts)) : undefined
    return { field, ...(best && 'rules' in best ? best : choose(field, value, others)) }
  })
  const problems: TeachResult['problems'][number][] = chosen.flatMap(one =>
    'problem' in one ? [{ field: one.field, message: one.problem }] : [],
  )
  const rules = chosen.flatMap(one => ('rules' in one ? [[one.field, asWritten(one.rules)] as const] : []))
  const next: TaughtFields = { ...fields, ...Object.fromEntries(rules) }
  const product = productOrNone(() => own({ fields: next }))
  const price = readTaughtField('price', next, taught.page)
  const isPriced =
    price.value === null || (product?.price !== null && !isOfAnyDollar(price.written, next, pages))
  if (problems.length === 0 && names.length > 0 && product === undefined) problems.push(NO_PRODUCT)
  else if (problems.length === 0 && names.includes('price') && !isPriced) {
    // `166.00 USD` names it, where the page prints a sign that may mean it.
    const currency = certainCurrency(named.find(({ field }) => field === 'price')?.sign)
    const isNew =
      currency !== undefined &&
      !names.includes('currency') &&
      mayMean(findCurrency(price.written ?? '') ?? currency, currency)
    const full = isNew ? teach({ ...task, values: { ...values, currency } }, pages) : undefined
    if (full?.problems.length === 0) return full
    problems.push(NO_CURRENCY)
  }
  const code = product && fieldValue(product, 'currency')
  if (problems.length === 0 && plain.currency && product && code === null) problems.push(NO_PRICE)
  problems.push(...foreignSigns(named, code, fields.currency !== undefined && !names.includes('currency')))
  const valuesOf = (read: (field: TaughtField) => string | null) =>
    Object.fromEntries(names.map(field => [field, read(field)]))
  return {
    fields: next,
    problems,
    before: valuesOf(field => taught.before(field).value),
    after: valuesOf(field => (product === undefined ? null : fieldValue(product, field))),
    warnings: named.flatMap(one => warningsFor(one, next, pages)),
    proven: [taught, ...others].flatMap(page => rules.map(([field]) => proofOf(field, next, page))),
  }
}

/** The values that the given selectors find on the page. */
function withSelected({ values, selectors = {} }: TeachTask, { page }: ValidationPage) {
  const lost: TeachResult['problems'][number][] = []
  const named: Partial<Record<TaughtField, string | null>> = { ...values }
  for (const [name, css] of Object.entries(selectors)) {
    const field = name as TaughtField
    const found = readTaughtField(field, { [field]: { css } }, page).value
    const wanted = splitNamed(field, values[field] ?? null).value
    const text = page
      .select(css)
      .map(node => page.text(node))[0]
      ?.slice(0, 60)
    const what = text === undefined ? 'no element' : `${JSON.stringify(text)}, which is no ${field}`
    if (found === null) lost.push({ field, message: `${css} finds ${what}` })
    else if (wanted !== null && !isSameValue(field, found, wanted))
      lost.push({ field, message: `${css} finds ${found} on the page, not ${wanted}` })
    else named[field] ??= found
  }
  return { values: named, lost }
}

function proofOf(field: TaughtField, next: TaughtFields, proof: ValidationPage) {
  const { url, page, before } = proof
  const { value } = readTaughtField(field, next, page)
  const isLeft = value === null && isLeftToReader(next, field)
  return {
    url,
    field,
    before: before(field).value,
    value: isLeft ? withAmounts(proof).unaided(field) : value,
    by: isLeft ? ('reader' as const) : ('rule' as const),
  }
}

/** Amounts that were named in another currency than the one that is read. */
function foreignSigns(
  named: readonly { readonly field: TaughtField; readonly sign?: string | undefined }[],
  code: string | null | undefined,
  isTaught: boolean,
): TeachResult['problems'] {
  return named.flatMap(({ field, sign }) => {
    if (sign === undefined || !code || mayMean(sign, code)) return []
    const message = isTaught
      ? `the ${field} is in ${code}, as was taught before, not in ${sign}; name the currency as well: currency`
      : `the ${field} is in ${code}, not in ${sign}`
    return [{ field, message }]
  })
}

function warningsFor(
  { field, value }: { readonly field: TaughtField; readonly value: string | null },
  rules: TaughtFields,
  { taught, choices }: TaughtPages,
): string[] {
  if (!isAmount(field) || value === null) return []
  const where = choices[field]?.find(one => isSameValue(field, one.value, value))?.where
  const { rule, written } = readTaughtField(field, rules, taught.page)
  const said = [where, written, rule && ruleText(rule)]
  const isNet = said.some(text => text !== undefined && WITHOUT_TAX.test(text))
  return isNet ? [`the ${field} ${value} is one without tax`] : []
}

/** A "$" on a page that does not tell whose dollar it is. */
function isOfAnyDollar(written = '', rules: TaughtFields, { taught, currency }: TaughtPages): boolean {
  const isKnown = rules.currency !== undefined || (taught.before('currency').value ?? currency) !== null
  return (
    !isKnown && findCurrency(written) === '$' && currencyOfPrintedSign('$', taught.page.page) === undefined
  )
}

const NO_PRODUCT = {
  field: 'name',
  message: 'the page is not recognised as a product. Add its name: name=…',
} as const

const NO_PRICE = {
  field: 'currency',
  message: '`currency` needs a price. Add price=…',
} as const

const NO_CURRENCY = {
  field: 'currency',
  message: 'the price is found, but the page does not say its currency. Add currency=…',
} as const

function asWritten(rules: readonly TaughtRule[] | null): TaughtFields[TaughtField] {
  return rules?.length === 1 ? rules[0] : rules
}
