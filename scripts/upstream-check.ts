// Runs recorded samples of the real sites through their adapters and prints the results for review.
// node scripts/upstream-check.ts <folder with one folder per site> [site ...] [--general | --drop[=N] | --varied[=N]]
// With --general, the product in the general shape with its sources is printed instead, for operations that have a reading,
// and the fields that are read are compared with the list of those that the samples state.
// With --drop, every block and key of a sample (at most N, default 100) is removed in turn: the answer must stay the same,
// name the absence or be a fault. Silent changes are printed by kind.
// With --varied, values of a sample (at N places, default 40) are removed, emptied or given in another type, as other answers
// of the shop may have them: the answer must have no made-up value, and a fault must be the shop's, not ours.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createRegistry } from '../src/engine/request/registry.ts'
import { Fault } from '../src/kit/fault.ts'
import { sites } from '../sites/index.ts'
import { fieldsOf } from './general-fields/fields-of.ts'
import { statedFields } from './general-fields/stated-fields.ts'
import { findDoubts } from './upstream-check/absences.ts'
import { isDocumented } from './upstream-check/documented-changes.ts'
import { dropBlocks, STUB } from './upstream-check/drop-blocks.ts'
import { runGeneralSample } from './upstream-check/general-sample.ts'
import { readSamples } from './upstream-check/read-samples.ts'
import { runSample } from './upstream-check/run-sample.ts'
import type { Sample } from './upstream-check/sample.ts'
import { findSilentDifferences } from './upstream-check/silent-differences.ts'
import { checkVaried } from './upstream-check/varied.ts'

const [folder, ...only] = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const drop = process.argv.find(argument => /^--drop(?:=\d+)?$/.test(argument))
const varied = process.argv.find(argument => /^--varied(?:=\d+)?$/.test(argument))
const isGeneral = process.argv.includes('--general')
const dropLimit = Number(drop?.split('=')[1] ?? 100)
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node scripts/upstream-check.ts <folder with one folder per site> [site ...]')
  process.exit(2)
}
const { byId } = createRegistry(sites)
const names = readdirSync(folder, { withFileTypes: true })
  .filter(one => one.isDirectory() && (only.length === 0 || only.includes(one.name)))
  .map(one => one.name)
const counts = { read: 0, faults: 0 }
const outcomes: Record<string, number> = {}
const readFields: Record<string, Set<string>> = {}
for (const site of names) {
  for (const sample of samplesOf(site, join(folder, site))) await reporter()(site, sample)
}
if (isGeneral) reportFields()
console.log(`\n${counts.read} samples read, ${counts.faults} with a fault`)
if (drop !== undefined) console.log(outcomes)
process.exitCode = counts.faults > 0 ? 1 : 0

function reporter() {
  if (isGeneral) return reportGeneral
  if (varied !== undefined) return reportVaried
  return drop === undefined ? report : reportDrops
}

function samplesOf(site: string, samplesFolder: string): readonly Sample[] {
  const samples = readSamples(site, samplesFolder)
  if (samples.length === 0) console.log(`\n${site}: no list of samples yet`)
  return samples
}

async function report(site: string, sample: Sample): Promise<void> {
  const title = `${site}/${sample.name} → ${sample.operation}`
  try {
    const entry = byId.get(sample.operation)
    if (!entry) throw new Error(`there is no operation ${sample.operation}`)
    const { result, absent, absentAt } = await runSample(entry, sample)
    counts.read++
    const facts = inspect(result, { depth: 6, breakLength: 120, maxStringLength: 100, maxArrayLength: 3 })
    console.log(`\nok    ${title}\n${facts}\nabsent: ${absent || 'nothing'}`)
    for (const { pointer, what, found } of findDoubts(result, absentAt, Object.values(sample.responses)))
      console.log(`to check: ${pointer} is ${what}: ${inspect(found, { depth: 0 }).slice(0, 100)}`)
  } catch (error) {
    counts.faults++
    const what = error instanceof Fault ? `${error.code}: ${error.message}` : inspect(error)
    console.log(`\nFAULT ${title}\n${what}`)
  }
}

async function reportGeneral(site: string, sample: Sample): Promise<void> {
  const title = `${site}/${sample.name} → general.product`
  try {
    const product = await runGeneralSample({ byId }, sample, ['sources', 'absent'])
    if (!product) return
    counts.read++
    const fields = (readFields[site] ??= new Set())
    for (const name of fieldsOf(product)) fields.add(name)
    console.log(`\nok    ${title}\n${inspect(product, { depth: 6, breakLength: 160, maxStringLength: 120 })}`)
  } catch (error) {
    counts.faults++
    const what = error instanceof Fault ? `${error.code}: ${error.message}` : inspect(error)
    console.log(`\nFAULT ${title}\n${what}`)
  }
}

/** The list of what the samples state is data that a person keeps: it and what is read from them must agree. */
function reportFields(): void {
  for (const [site, read] of Object.entries(readFields)) {
    const stated = statedFields[site] ?? []
    const missing = stated.filter(name => !read.has(name))
    const unlisted = [...read].filter(name => !stated.includes(name))
    if (missing.length > 0) console.log(`${site}: stated by the samples but not read: ${missing.join(' ')}`)
    if (unlisted.length > 0) console.log(`${site}: read but not in stated-fields.ts: ${unlisted.join(' ')}`)
    counts.faults += missing.length + unlisted.length
  }
  const all = Object.values(readFields).reduce((sum, one) => sum + one.size, 0)
  console.log(`\n${all} fields of ${Object.keys(readFields).length} sites stated and read`)
}

async function reportDrops(site: string, sample: Sample): Promise<void> {
  const entry = byId.get(sample.operation)
  if (!entry) throw new Error(`there is no operation ${sample.operation}`)
  const whole = await runSample(entry, sample)
  counts.read++
  console.log(`\n${site}/${sample.name} → ${sample.operation}`)
  const count = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
  for (const { place, sample: changed } of dropBlocks(sample, dropLimit)) {
    try {
      const answer = await runSample(entry, changed)
      const changes = findSilentDifferences(whole, answer)
      const silent = changes.filter(
        ({ pointer, before, after }) =>
          !isDocumented(sample.operation, {
            place,
            pointer,
            was: before,
            now: after,
            answer: answer.result,
            payload: Object.values(changed.responses),
          }),
      )
      const kind = changes.length > 0 ? 'as documented' : undefined
      count(silent[0]?.kind ?? kind ?? (answer.absent === whole.absent ? 'the same' : 'absence named'))
      for (const { kind, pointer, before, after } of silent.slice(0, 3))
        console.log(`${kind}: ${pointer} without ${place}: ${short(before)} → ${short(after)}`)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      count(error.code)
      // A stub removes nothing.
      if (error.code !== 'upstream_changed' || place.endsWith(STUB))
        console.log(`${error.code}: without ${place}: ${error.message}`)
    }
  }
}

async function reportVaried(site: string, sample: Sample): Promise<void> {
  const { tried, problems } = await checkVaried({ byId }, sample, Number(varied?.split('=')[1] ?? 40))
  counts.read++
  counts.faults += problems.length
  console.log(`${site}/${sample.name}: ${tried} variations, ${problems.length} problems`)
  for (const problem of problems) console.log(`  ${problem}`)
}

function short(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).slice(0, 80)
}
