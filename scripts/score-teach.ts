// Teaches 200 mistakes of the reader on labelled pages, and tries each rule on the other pages of the same host:
// node scripts/score-teach.ts <peers> [--failures]
import { currencyFromSymbol } from '#reader/values/currency'
import { explainProduct } from '#reader'
import { parseAvailability } from '#reader/product-shape'
import { ruleText, type TaughtField, type TaughtRule } from '#reader/taught/taught-rule'
import { chooseRules, type ValidationPage } from '#reader/taught/choose-rules'
import { openTaughtPage } from '#reader/taught/open-page'
import { readTaughtField } from '#reader/taught/read-rule'
import { isRight, type LabelledPage, readLabelledPages } from './train/labelled-pages.ts'

const FIELDS = ['price', 'name', 'brand', 'sku', 'mpn', 'gtin', 'currency', 'availability'] as const
type Field = (typeof FIELDS)[number]

const MISTAKES = 200
const TEACHABLE_MIN = 0.9
/** Pages of the host that a rule is proven on, as with recordings or `--also`. */
const PROOFS_MAX = 20

interface ReadPage {
  readonly labelled: LabelledPage
  readonly proof: ValidationPage
  /** What the reader would say if its first choice were not there. */
  readonly second: (field: Field) => string | null
}

interface Mistake {
  readonly read: ReadPage
  readonly field: Field
  readonly isReal: boolean
}

interface Result extends Mistake {
  readonly rules: readonly TaughtRule[] | undefined
  readonly problem: string
  readonly held: number
  readonly silent: number
  readonly broken: readonly string[]
}

function main(peers: string | undefined, showFailures: boolean): void {
  if (peers === undefined || peers.startsWith('--')) {
    console.error('usage: node scripts/score-teach.ts <folder with the peers> [--failures]')
    process.exitCode = 2
    return
  }
  const pages = readLabelledPages([peers])
    .filter(page => page.isProduct && page.folder !== 'single-pages')
    .map(readPage)
  const byHost = Map.groupBy(pages, ({ labelled }) => URL.parse(labelled.url)?.host ?? labelled.id)
  const results = mistakesOf(pages).map(mistake =>
    teach(mistake, byHost.get(URL.parse(mistake.read.labelled.url)?.host ?? '') ?? []),
  )
  print(results)
  if (showFailures) printFailures(results)
  const taught = results.filter(({ rules }) => rules !== undefined)
  const isBroken = results.some(({ broken }) => broken.length > 0)
  if (taught.length < results.length * TEACHABLE_MIN || isBroken) process.exitCode = 1
}

function readPage(labelled: LabelledPage): ReadPage {
  const { product, fields } = explainProduct(labelled.html, labelled.url)
  const valueOf = (field: TaughtField) =>
    field === 'currency' ? product.iso_currency : product[field as Field]
  return {
    labelled,
    proof: {
      url: labelled.url,
      page: openTaughtPage(labelled.html, labelled.url),
      before: field => ({ value: valueOf(field), where: product.places[field as Field] ?? '' }),
      unaided: valueOf,
    },
    second: field =>
      fields
        .find(one => one.field === field)
        ?.candidates.map(({ value }) => value)
        .find(value => value !== null && value !== valueOf(field)) ?? null,
  }
}

/** Real ones first; then pages that are read right, as if the reader had taken its second choice. */
function mistakesOf(pages: readonly ReadPage[]): Mistake[] {
  const all = pages.flatMap(read =>
    FIELDS.flatMap((field): Mistake[] => {
      const wanted = read.labelled.truth[field]
      if (wanted === undefined || wanted.length === 0) return []
      const { value } = read.proof.before(field)
      return [{ read, field, isReal: value === null || !isRight(field, value, wanted) }]
    }),
  )
  const real = all.filter(({ isReal }) => isReal)
  const rest = all.filter(({ isReal, field }) => !isReal && field !== 'availability')
  const step = Math.max(1, Math.floor(rest.length / Math.max(1, MISTAKES - real.length)))
  return [...real, ...rest.filter((_one, place) => place % step === 0)].slice(0, MISTAKES)
}

function teach(mistake: Mistake, ofHost: readonly ReadPage[]): Result {
  const { read, field } = mistake
  const others = ofHost.filter(one => one !== read && one.labelled.url !== read.labelled.url)
  const { value: was, where } = read.proof.before(field)
  const before = mistake.isReal ? { value: was, where } : { value: read.second(field), where: '' }
  const taught = {
    ...read.proof,
    before: (one: TaughtField) => (one === field ? before : read.proof.before(one)),
  }
  let problem = 'no value to name'
  for (const value of namesOf(field, read.labelled.truth[field] ?? [])) {
    const proofs = others.slice(0, PROOFS_MAX).map(({ proof }) => proof)
    const chosen = chooseRules(field, value, taught, { others: proofs, fields: {} })
    if ('problem' in chosen || chosen.rules === null) {
      problem = 'problem' in chosen ? chosen.problem : ''
      continue
    }
    return { ...mistake, rules: chosen.rules, problem: '', ...tryOn(field, chosen.rules, others) }
  }
  return { ...mistake, rules: undefined, problem, held: 0, silent: 0, broken: [] }
}

/** As a person would write it. */
function namesOf(field: Field, accepted: readonly string[]): string[] {
  if (field === 'currency') return accepted.map(one => currencyFromSymbol(one) ?? (one === '$' ? 'USD' : one))
  if (field === 'availability') return accepted.flatMap(one => parseAvailability(one) ?? [])
  return [...accepted]
}

function tryOn(field: Field, rules: readonly TaughtRule[], others: readonly ReadPage[]) {
  let held = 0
  let silent = 0
  const broken: string[] = []
  for (const { labelled, proof } of others) {
    const wanted = labelled.truth[field]
    if (wanted === undefined) continue
    const { value } = readTaughtField(field, { [field]: rules }, proof.page)
    const was = proof.before(field).value
    const wasRight = was !== null && isRight(field, was, wanted)
    if (value !== null && isRight(field, value, wanted)) held++
    else if (value === null && !wasRight) silent++
    else if (wasRight) broken.push(`${labelled.url.slice(0, 80)}: ${was} became ${value}`)
  }
  return { held, silent, broken }
}

function print(results: readonly Result[]): void {
  const table = [
    ['field', 'mistakes', 'of them real', 'taught', '', 'other pages right', 'silent', 'broken'],
    ...FIELDS.map(field =>
      rowOf(
        field,
        results.filter(one => one.field === field),
      ),
    ),
    rowOf('all', results),
  ]
  const widths = table[0]?.map((_cell, at) => Math.max(...table.map(row => row[at]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function rowOf(name: string, results: readonly Result[]): string[] {
  const taught = results.filter(({ rules }) => rules !== undefined).length
  const sum = (of: (result: Result) => number) => String(results.reduce((total, one) => total + of(one), 0))
  const share = results.length === 0 ? '' : `${((taught / results.length) * 100).toFixed(1)} %`
  return [
    name,
    String(results.length),
    sum(one => (one.isReal ? 1 : 0)),
    String(taught),
    share,
    sum(one => one.held),
    sum(one => one.silent),
    sum(one => one.broken.length),
  ]
}

function printFailures(results: readonly Result[]): void {
  for (const { read, field, problem, rules, broken, isReal } of results) {
    const of = `${field} of ${read.labelled.id} ${isReal ? '(real)' : ''} ${JSON.stringify(read.labelled.truth[field])}`
    if (!rules) console.log(`${of}: ${problem}`)
    for (const one of broken) console.log(`${of}: ${rules?.map(ruleText).join('; ')} breaks ${one}`)
  }
}

main(process.argv[2], process.argv.includes('--failures'))
