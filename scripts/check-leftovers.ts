// Lists what recorded samples state and the general answer does not have, with the reason where one is known.
// node scripts/check-leftovers.ts <folder with one folder per site> [site ...]
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sites } from '../sites/index.ts'
import { createRegistry } from '../src/engine/request/registry.ts'
import { Fault } from '../src/kit/fault.ts'
import { findLeftovers } from './leftovers/find-leftovers.ts'
import { isOtherThan, reasonFor } from './leftovers/reasons.ts'
import { readSamples } from './upstream-check/read-samples.ts'
import { runGeneralSample } from './upstream-check/general-sample.ts'
import type { Sample } from './upstream-check/sample.ts'

const [folder, ...only] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node scripts/check-leftovers.ts <folder with one folder per site> [site ...]')
  process.exit(2)
}
const registry = createRegistry(sites)
const counts = { samples: 0, leftovers: 0, explained: 0 }
const names = readdirSync(folder).filter(name => only.length === 0 || only.includes(name))
for (const site of names) {
  for (const sample of readSamples(site, join(folder, site))) await report(site, sample)
}
console.log(
  `\n${counts.samples} samples, ${counts.leftovers} places without a reason, ${counts.explained} with one`,
)

async function report(site: string, sample: Sample): Promise<void> {
  try {
    const product = await runGeneralSample(registry, sample, [])
    if (!product) return
    counts.samples++
    console.log(`\n${site}/${sample.name}`)
    for (const leftover of findLeftovers(product, Object.values(sample.responses), isOtherThan(product))) {
      const reason = reasonFor(site, leftover)
      counts[reason === undefined ? 'leftovers' : 'explained']++
      const { kind, place, count, example } = leftover
      console.log(
        `  ${reason ? '      ' : 'CHECK '}${kind} ${place} ×${count} ${example}${reason ? ` (${reason})` : ''}`,
      )
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.log(`\n${site}/${sample.name}: ${error.code}: ${error.message}`)
  }
}
