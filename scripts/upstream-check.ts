// Runs recorded samples of the real sites through their adapters and prints the results for review.
// node scripts/upstream-check.ts <folder with one folder per site> [site ...] [--general]
// With --general, the product in the general shape with its sources is printed instead, for operations that have a reading,
// and the fields that are read are compared with the list of those that the samples state.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createRegistry } from '../src/answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { sites } from '../adapters/sites/index.ts'
import { fieldsOf } from './general-fields/fields-of.ts'
import { statedFields } from './general-fields/stated-fields.ts'
import { runGeneralSample } from './upstream-check/general-sample.ts'
import { readSamples } from './upstream-check/read-samples.ts'
import { runSample } from './upstream-check/run-sample.ts'
import type { Sample } from './upstream-check/sample.ts'

const [folder, ...only] = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const isGeneral = process.argv.includes('--general')
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node scripts/upstream-check.ts <folder with one folder per site> [site ...]')
  process.exit(2)
}
const { byId } = createRegistry(sites)
const names = readdirSync(folder, { withFileTypes: true })
  .filter(one => one.isDirectory() && (only.length === 0 || only.includes(one.name)))
  .map(one => one.name)
const counts = { read: 0, faults: 0 }
const readFields: Record<string, Set<string>> = {}
for (const site of names) {
  for (const sample of samplesOf(site, join(folder, site)))
    await (isGeneral ? reportGeneral : report)(site, sample)
}
if (isGeneral) reportFields()
console.log(`\n${counts.read} samples read, ${counts.faults} with a fault`)
process.exitCode = counts.faults > 0 ? 1 : 0

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
    const { result, absent } = await runSample(entry, sample)
    counts.read++
    const facts = inspect(result, { depth: 6, breakLength: 120, maxStringLength: 100, maxArrayLength: 3 })
    console.log(`\nok    ${title}\n${facts}\nabsent: ${absent || 'nothing'}`)
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
