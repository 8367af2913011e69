// Mutation testing: changes the code in small ways and counts which changes the tests notice.
// npm run mutants -- upstream state
// A folder has up to 2,200 mutants, so 80 are drawn by a hash: MUTANTS_SAMPLE=9999 takes them all, MUTANTS_SEED draws others.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { draw, instrumentFolder, type Mutant } from './instrument.ts'
import { testsByFolder } from './mutated-folders.ts'
import { findNotice, findTestFiles, openVitest } from './test-runs.ts'

const here = import.meta.dirname
const wanted = process.argv.slice(2)
const sample = {
  size: Number(process.env.MUTANTS_SAMPLE ?? 80),
  seed: process.env.MUTANTS_SEED ?? '1',
}
const withSuites = process.env.MUTANTS_SUITES !== '0'

if (!existsSync(join(here, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ci ended with ${status}`)
}
for (const name of wanted.length > 0 ? wanted : Object.keys(testsByFolder)) await runFolder(name)

async function runFolder(name: string): Promise<void> {
  const { mutants, folder } = await instrumentFolder(name)
  const vitest = await openVitest(folder)
  try {
    const tests = (testsByFolder[name] ?? []).filter(part => withSuites || part.startsWith('src/'))
    const files = await findTestFiles(vitest, tests)
    console.log(`${name}: ${files.length} test files pass without a mutant`)
    const drawn = draw(mutants, sample)
    const survivors: Mutant[] = []
    for (const mutant of drawn) {
      // Tests that cannot be loaded fail too, and would count as noticing every mutant.
      if (!existsSync(join(folder, 'package.json'))) throw new Error(`${folder} was removed during the run`)
      const notice = await findNotice(vitest, files, mutant.id)
      if (notice === undefined) survivors.push(mutant)
      const isReached = files.some(({ reaches }) => reaches.has(mutant.id))
      console.log(
        `${describe(mutant)}\n    ${notice?.split('\n')[0] ?? (isReached ? 'SURVIVED' : 'SURVIVED, not reached')}`,
      )
    }
    report(name, mutants.length, drawn.length, survivors)
  } finally {
    await vitest.close()
    rmSync(folder, { recursive: true })
  }
}

function describe({ fileName, location: { start }, mutatorName, replacement }: Mutant): string {
  return `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${replacement}`
}

function report(name: string, mutants: number, drawn: number, survivors: readonly Mutant[]): void {
  const noticed = drawn - survivors.length
  const share = noticed / drawn
  // The 95 % confidence interval for this sample size.
  const error = 1.96 * Math.sqrt((share * (1 - share) * (1 - drawn / mutants)) / drawn)
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `\n${name}, seed ${sample.seed}: ${noticed} of ${drawn} noticed, ${percent(share)} ± ${percent(error)}; the folder has ${mutants}`,
  )
  for (const mutant of survivors) console.log(`  ${describe(mutant)}`)
}
