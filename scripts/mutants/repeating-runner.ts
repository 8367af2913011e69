// Runs each test once as it is and then once more with every mutant that it reaches, in one process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { TestRunner, type RunnerTestCase } from 'vitest'
import type { InstrumentedRoom } from './instrument.ts'

/** What is known of the mutants of a sample after the tests have run. */
export interface InPlaceResult {
  /** A test failed with the mutant, and passed without it right before and after. */
  readonly noticed: readonly string[]
  /** Test files that reach a mutant, in a test, in a hook or by an import; of all mutants of the room. */
  readonly reachedBy: Readonly<Record<string, readonly string[]>>
}

interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: {
    static: Record<string, number>
    readonly perTest: Record<string, Record<string, number>>
  }
}

type Attempt = 'plain' | 'mutant' | 'check' | 'idle'

/** A loop that a mutant made endless is ended after so many times its usual rounds. */
const HIT_FACTOR = 100
const HITS_AT_LEAST = 10_000
/** A test that takes more of the processor is not repeated; what it reaches is left to runs from the start. */
const REPEATED_UP_TO_MS = 500

const room = JSON.parse(readFileSync(process.env.MUTANTS_ROOM ?? '', 'utf8')) as InstrumentedRoom
const sampled = new Set(room.sample.map(({ id }) => id))
const noticed = new Set<string>()
const reachedBy = new Map<string, Set<string>>()
const stryker = ((globalThis as unknown as { __stryker__?: Stryker }).__stryker__ ??= {})

export default class RepeatingRunner extends TestRunner {
  #attempt: Attempt = 'plain'
  #queue: string[] = []
  #hits: Readonly<Record<string, number>> = {}
  #mutant: string | undefined
  #usedBefore = process.cpuUsage()

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    // Each mutant may need a second attempt, which checks that the test still passes without it.
    test.repeats = 2 * (sampled.size - noticed.size)
    this.#attempt = 'plain'
    this.#usedBefore = process.cpuUsage()
    this.#queue = []
    this.#mutant = undefined
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options)
    if (options.repeats > 0) this.#next()
    stryker.currentTestId = this.#attempt === 'plain' ? test.id : undefined
    stryker.activeMutant = this.#attempt === 'mutant' ? this.#mutant : undefined
    stryker.hitCount = 0
    stryker.hitLimit = Math.max(HITS_AT_LEAST, HIT_FACTOR * (this.#hits[this.#mutant ?? ''] ?? 0))
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.#attempt !== 'idle') await TestRunner.getTestFn(test)()
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }) {
    stryker.activeMutant = undefined
    stryker.currentTestId = undefined
    await super.onAfterRetryTask(test, options)
    const hasPassed = test.result?.state === 'pass'
    if (this.#attempt === 'plain') this.#plan(test, hasPassed)
    else if (this.#attempt === 'mutant') this.#attempt = hasPassed ? 'plain' : 'mutant'
    else if (this.#attempt === 'check' && hasPassed && this.#mutant !== undefined) noticed.add(this.#mutant)
    // A test that fails without a mutant has been spoilt by one, or cannot be repeated: it says no more.
    else if (this.#attempt === 'check') this.#queue = []
  }

  /** After a mutant that made the test fail comes a check without it, otherwise the next mutant. */
  #next(): void {
    if (this.#attempt === 'mutant') this.#attempt = 'check'
    else {
      this.#mutant = this.#queue.shift()
      this.#attempt = this.#mutant === undefined ? 'idle' : 'mutant'
    }
  }

  #plan(test: RunnerTestCase, hasPassed: boolean): void {
    this.#hits = stryker.mutantCoverage?.perTest[test.id] ?? {}
    const reached = Object.keys(this.#hits)
    for (const id of reached) addReach(id, test.file.filepath)
    const { user, system } = process.cpuUsage(this.#usedBefore)
    const isCheap = (user + system) / 1000 <= REPEATED_UP_TO_MS
    this.#queue = hasPassed && isCheap ? reached.filter(id => sampled.has(id) && !noticed.has(id)) : []
    if (!hasPassed) console.error(`${test.file.name}: ${test.name} fails without any mutant`)
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files)
    const coverage = stryker.mutantCoverage
    for (const { filepath } of files)
      for (const id of Object.keys(coverage?.static ?? {})) addReach(id, filepath)
    if (coverage) coverage.static = {}
    addToResult(process.env.MUTANTS_RESULT ?? '')
  }
}

/** A process that ends early is followed by another: the file holds what all of them have seen. */
function addToResult(file: string): void {
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InPlaceResult) : undefined
  for (const id of earlier?.noticed ?? []) noticed.add(id)
  for (const [id, paths] of Object.entries(earlier?.reachedBy ?? {}))
    for (const path of paths) addReach(id, path)
  const result: InPlaceResult = {
    noticed: [...noticed],
    reachedBy: Object.fromEntries([...reachedBy].map(([id, paths]) => [id, [...paths]])),
  }
  writeFileSync(file, JSON.stringify(result))
}

function addReach(id: string, path: string): void {
  const paths = reachedBy.get(id) ?? new Set()
  reachedBy.set(id, paths.add(path))
}
