// Trains the reader's weights on labelled pages: npm run train -- <folders> [--field=price,sku] [--failures] [--dry] [--left-out] [--keep-pages]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScoredField } from '#reader/candidate'
import { chooseAll, toProduct } from '#reader/read-product'
import { type Calibration, type FieldWeights, SURE, type Weights, WEIGHTS } from '#reader/score/weights'
import { printFigures, type Read } from './score/judge-reads.ts'
import { bestThreshold, fitCalibrations, reliabilityTable, withThreshold } from './train/calibration.ts'
import { foldOf, FOLDS, RAW, validate } from './train/cross-validate.ts'
import { figuresOf, type Judged, type PageForm } from './train/field-pages.ts'
import { type FieldFigures, writeFigures } from './train/figures.ts'
import type { FitOptions } from './train/fit.ts'
import { BLOCKS, readLabelledPages } from './train/labelled-pages.ts'
import { IS_PRODUCT, PRIORS } from './train/prior.ts'
import { trainProductPages } from './train/product-pages.ts'
import { type ExplainedForms, explainForms } from './train/explain-forms.ts'
import { type Block, makeBlocks, type Split } from './grammar/index.ts'

const LABELLED: readonly ScoredField[] = [
  'price',
  'sku',
  'availability',
  'currency',
  'brand',
  'gtin',
  'mpn',
  'name',
]
const UNLABELLED: readonly ScoredField[] = [
  'list_price',
  'image',
  'description',
  'breadcrumbs',
  'rating',
  'variants',
]
const READER = join(import.meta.dirname, '../reader/src')
const WEIGHTS_FILE = join(READER, 'score/weights.json')
const PENALTY = 4
const STEPS = 160
// Below one half: a refused product is lost, while a page wrongly taken for one still has to show a sure name and price.
const PRODUCT_MIN = 0.4

function main(args: readonly string[]): void {
  const folders = args.filter(argument => !argument.startsWith('--'))
  const pages = readLabelledPages(folders)
  if (pages.length === 0) {
    console.error(
      'usage: npm run train -- <folders of labelled pages> [--field=price,sku] [--failures] [--dry]',
    )
    process.exitCode = 2
    return
  }
  const explained = explainForms(pages, trainingBlocks(args.includes('--left-out')))
  const { forms } = explained
  const only = args
    .find(argument => argument.startsWith('--field='))
    ?.slice('--field='.length)
    .split(',')
  const wanted = LABELLED.filter(field => only === undefined || only.includes(field))
  console.log(`${pages.length} pages of ${new Set(pages.map(({ shop }) => shop)).size} shops\n`)
  const showFailures = args.includes('--failures')
  const trained = new Map(wanted.map(field => [field, trainField(field, forms, showFailures)]))
  if (only !== undefined) return
  const { weights: all, reads } = trainAll(forms, trained, showFailures)
  const weights = args.includes('--keep-pages') ? { ...all, is_product: WEIGHTS.is_product } : all
  if (args.includes('--dry')) return
  const written = `${JSON.stringify({ fields: sorted(weights) }, null, 2)}\n`
  writeFileSync(WEIGHTS_FILE, written)
  writeModels(explained)
  writeFigures(written, reads, trained)
  console.log(`weights and figures written`)
}

// Enough that every phrase and line of the grammar occurs in several markups.
const BLOCK_COUNT = 10_000
const LINE_COUNT = 13_000
const SEED = 11

/** All splits of the grammar, or those alone that its score does not use. */
function trainingBlocks(isLeftOut: boolean): Block[] {
  const splits: readonly Split[] = isLeftOut ? ['train', 'tune'] : ['train', 'tune', 'test']
  const share = { train: isLeftOut ? 0.75 : 0.5, tune: 0.25, test: 0.25 }
  return splits.flatMap(split => {
    const count = (all: number) => Math.round(all * share[split])
    const ofAllKinds = makeBlocks({ split, count: count(BLOCK_COUNT), seed: SEED })
    const lines = makeBlocks({ split, count: count(LINE_COUNT), seed: SEED, kind: 'lines' })
    return Array.from(ofAllKinds).concat(Array.from(lines))
  })
}

function writeModels({ models }: ExplainedForms): void {
  for (const [file, model] of Object.entries(models))
    writeFileSync(join(READER, file), `${JSON.stringify(model, null, 2)}\n`)
}

function optionsOf(field: ScoredField): FitOptions {
  return { penalty: PENALTY, steps: STEPS, prior: PRIORS[field] ?? {} }
}

interface TrainedField extends FieldFigures {
  readonly weights: FieldWeights
  readonly byFold: readonly Record<string, number>[]
}

/** The judgement of pages needs the choices of the other fields, made by weights that have not seen the page's shop. */
function trainAll(
  forms: readonly PageForm[],
  trained: ReadonlyMap<ScoredField, TrainedField>,
  showFailures: boolean,
): { weights: Weights; reads: Read[] } {
  const settled = (fold: number | undefined, isProduct: FieldWeights): Weights => {
    const fields = [...trained].map(([field, { weights, byFold }]) => [
      field,
      fold === undefined ? weights : { ...weights, features: byFold[fold] ?? {} },
    ])
    const others = UNLABELLED.map(field => [field, { features: PRIORS[field] ?? {}, ...RAW, threshold: 0.3 }])
    return { ...Object.fromEntries([...fields, ...others]), is_product: isProduct } as Weights
  }
  const prior = { features: IS_PRODUCT, ...RAW, threshold: 0.5 }
  const folds = Array.from({ length: FOLDS }, (_, fold) => settled(fold, prior))
  const pages = trainProductPages(forms, fold => folds[fold] as Weights, {
    penalty: PENALTY,
    steps: STEPS,
    prior: IS_PRODUCT,
  })
  const judge = (features: Record<string, number>): FieldWeights => ({
    features,
    calibration: pages.calibration,
    threshold: PRODUCT_MIN,
  })
  const reads = forms
    .filter(({ page, isStripped }) => !isStripped && page.folder !== BLOCKS)
    .map(({ page, read }) => {
      const fold = foldOf(page.shop)
      const weights = settled(fold, judge(pages.byFold[fold] ?? {}))
      return { page, product: toProduct(read, chooseAll(read, weights), weights) }
    })
  console.log('Whole answers, every shop read by weights trained without it')
  printFigures('all', reads, false)
  for (const folder of new Set(reads.map(({ page }) => page.folder)))
    printFigures(
      folder,
      reads.filter(({ page }) => page.folder === folder),
      showFailures,
    )
  return { weights: settled(undefined, judge(pages.features)), reads }
}

function trainField(field: ScoredField, forms: readonly PageForm[], showFailures: boolean): TrainedField {
  const options = optionsOf(field)
  const { features, byFold, trained, validated, shops } = validate(field, forms, options)
  const calibrations = fitCalibrations(validated)
  const threshold = field === 'availability' ? 0 : bestThreshold(validated, calibrations)
  const settled = withThreshold(validated, calibrations, threshold)
  const whole = settled.filter(({ form }) => !form.isStripped)
  const row = (what: string, judged: readonly Judged[]) => {
    const { f1, precision, recall, pages } = figuresOf(judged)
    if (pages > 0)
      console.log(
        `  ${what.padEnd(44)} F1 ${f1.toFixed(3)}  P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  ${pages} pages`,
      )
  }
  console.log(
    `${field} (${shops.length} shops, ${Object.keys(features).length} features, threshold ${threshold})`,
  )
  row(
    'trained on all, as published',
    withThreshold(trained, calibrations, threshold).filter(({ form }) => !form.isStripped),
  )
  row('hosts left out', whole)
  for (const folder of new Set(whole.map(({ form }) => form.page.folder)))
    row(
      `  of these ${folder}`,
      whole.filter(({ form }) => form.page.folder === folder),
    )
  row(
    'hosts left out, markup stripped',
    settled.filter(({ form }) => form.isStripped),
  )
  for (const { from, to, pages, confidence, right } of reliabilityTable(settled))
    console.log(
      `  confidence ${from.toFixed(2)} to ${to.toFixed(2)}: ${String(pages).padStart(3)} pages, mean ${confidence.toFixed(3)}, right ${right.toFixed(3)}`,
    )
  if (showFailures) whole.filter(({ isRight }) => !isRight).forEach(one => printFailure(field, one))
  console.log()
  const { calibration, printed } = calibrations
  const weights = { features, calibration, threshold, ...(field === 'price' ? { printed } : {}) }
  return {
    weights,
    byFold,
    reliability: reliabilityTable(settled.filter(({ form }) => form.page.folder !== BLOCKS)),
  }
}

function printFailure(field: ScoredField, { form, answer, confidence }: Judged): void {
  const isThere = form.read.fields[field].list.length > 0
  console.log(
    `    ${form.page.id} ${form.page.url.slice(0, 70)} wanted ${JSON.stringify(form.page.truth[field])} got ${answer} ${confidence.toFixed(2)}${isThere ? '' : ', no candidates'}`,
  )
}

/** Sorted by weight, to show which features decide. */
function sorted(fields: Weights): Record<string, FieldWeights> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { features, calibration, printed, threshold }]) => [
      field,
      {
        threshold,
        calibration: roundedBoth(calibration),
        ...(printed ? { printed: roundedBoth(printed) } : {}),
        features: Object.fromEntries(
          Object.entries(features)
            .map(([name, weight]) => [name, rounded(weight)] as const)
            .filter(([, weight]) => Math.abs(weight) >= 0.01)
            .toSorted(([, a], [, b]) => b - a),
        ),
      },
    ]),
  )
}

function roundedBoth({ slope, offset, sureFrom }: Calibration): Calibration {
  const isBounded = sureFrom !== undefined && sureFrom > SURE
  return {
    slope: rounded(slope),
    offset: rounded(offset),
    ...(isBounded ? { sureFrom: Number(sureFrom.toFixed(5)) } : {}),
  }
}

function rounded(weight: number): number {
  return Math.round(weight * 1000) / 1000
}

main(process.argv.slice(2))
