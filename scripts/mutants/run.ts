// Changes the code in small ways and counts which changes the tests notice: npm run mutants -- upstream state
// A room has up to 1,500 mutants, so 120 are drawn by a hash: MUTANTS_SAMPLE=9999 takes them all, MUTANTS_SEED draws others.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { instrumentRoom, type InstrumentedRoom, type Mutant } from './instrument.ts'
import type { InPlaceResult } from './repeating-runner.ts'
import { rooms } from './rooms.ts'

const here = import.meta.dirname
const wanted = process.argv.slice(2)
const sample = {
  size: Number(process.env.MUTANTS_SAMPLE ?? 120),
  seed: process.env.MUTANTS_SEED ?? '1',
}

if (!existsSync(join(here, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ci ended with ${status}`)
}
for (const room of wanted.length > 0 ? wanted : Object.keys(rooms)) await runRoom(room)

async function runRoom(name: string): Promise<void> {
  const work = join(here, 'node_modules/.mutants', `${name}-${sample.seed}`)
  mkdirSync(work, { recursive: true })
  const room = await instrumentRoom(name, sample)
  process.env.MUTANTS_ROOM = join(work, 'room.json')
  process.env.MUTANTS_RESULT = join(work, 'in-place.json')
  writeFileSync(process.env.MUTANTS_ROOM, JSON.stringify({ ...room, name }))
  const inPlace = await runInPlace(process.env.MUTANTS_RESULT)
  const noticed = new Set(inPlace.noticed)
  const open = room.sample.filter(({ id }) => !noticed.has(id))
  console.log(`${name}: ${noticed.size} of ${room.sample.length} noticed by tests that were repeated`)
  if (process.env.MUTANTS_FRESH !== '0') for (const id of await runFresh(open, room, inPlace)) noticed.add(id)
  report(name, room, noticed)
}

/** Every test with every mutant that it reaches, without loading or starting anything again. */
async function runInPlace(resultFile: string): Promise<InPlaceResult> {
  rmSync(resultFile, { force: true })
  const vitest = await openVitest({ runner: join(here, 'repeating-runner.ts') })
  await vitest.start()
  await vitest.close()
  return JSON.parse(readFileSync(resultFile, 'utf8')) as InPlaceResult
}

/** What is left: mutants of code that runs at import or in hooks, and those that no repeated test noticed. Each from the start. */
async function runFresh(
  open: readonly Mutant[],
  { mutants }: InstrumentedRoom,
  { reachedBy }: InPlaceResult,
): Promise<string[]> {
  const filesBySource = new Map<string, Set<string>>()
  for (const { id, fileName } of mutants) {
    const files = filesBySource.get(fileName) ?? new Set()
    filesBySource.set(fileName, files.union(new Set(reachedBy[id])))
  }
  const vitest = await openVitest({ bail: 1 })
  const noticed: string[] = []
  for (const { id, fileName } of open) {
    for (const project of vitest.projects)
      project.config.env = { ...project.config.env, __STRYKER_ACTIVE_MUTANT__: id }
    vitest.state.filesMap.clear()
    await vitest.start([...(filesBySource.get(fileName) ?? [])])
    if (vitest.state.getFiles().some(file => file.result?.state === 'fail')) noticed.push(id)
    process.stdout.write(noticed.at(-1) === id ? '.' : 'S')
  }
  process.stdout.write('\n')
  await vitest.close()
  return noticed
}

function openVitest(more: { runner?: string; bail?: number }): Promise<Vitest> {
  return createVitest('test', {
    config: join(here, 'vitest.config.ts'),
    watch: false,
    reporters: [{}],
    onConsoleLog: log => log.includes('without any mutant'),
    ...more,
  })
}

function report(
  name: string,
  { mutants, sample: drawn }: InstrumentedRoom,
  noticed: ReadonlySet<string>,
): void {
  const share = noticed.size / drawn.length
  // 95 % of samples of this size are no further off.
  const error = 1.96 * Math.sqrt((share * (1 - share) * (1 - drawn.length / mutants.length)) / drawn.length)
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `${name}, seed ${sample.seed}: ${noticed.size} of ${drawn.length} noticed, ${percent(share)} ± ${percent(error)}; the room has ${mutants.length}`,
  )
  for (const { id, fileName, location, mutatorName, replacement } of drawn) {
    if (noticed.has(id)) continue
    const { line, column } = location.start
    console.log(`  ${relative('.', fileName)}:${line + 1}:${column + 1} ${mutatorName}: ${replacement}`)
  }
}
