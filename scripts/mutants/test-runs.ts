// Runs test files of an instrumented copy of the project, with one mutant switched on or with none.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import {
  createVitest,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'

export interface TestFile {
  readonly specification: TestSpecification
  /** Unit tests share a process; suites have one each. */
  readonly isUnit: boolean
  readonly tookMs: number
  /** Ids of mutants. */
  readonly reaches: ReadonlySet<string>
}

export function openVitest(folder: string): Promise<Vitest> {
  const preload = join(import.meta.dirname, 'preload.ts')
  process.env.NODE_OPTIONS = `--import=${preload}`
  return createVitest('test', {
    root: folder,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    project: ['!web'],
    reporters: [{}],
    onConsoleLog: () => false,
    // A busy machine may exceed a time limit once; a mutant exceeds it twice.
    retry: 1,
    // A test that hangs because of a mutant ends soon.
    testTimeout: 40_000,
    sequence: { sequencer: keepOrder as unknown as TestSequencerConstructor },
  })
}

/** The fastest first; Vitest would begin with the slowest. Called with `new`. */
function keepOrder(): TestSequencer {
  return { shard: files => files, sort: files => files }
}

/** Runs each file once without a mutant: what it reaches, and how long it takes. The fastest unit tests come first. */
export async function findTestFiles(vitest: Vitest, suites: readonly string[]): Promise<TestFile[]> {
  const { root } = vitest.config
  const reachedFile = join(root, 'reached')
  const files: TestFile[] = []
  for (const specification of await vitest.globTestSpecifications([...suites])) {
    writeFileSync(reachedFile, '')
    // Processes of other users append to it too.
    chmodSync(reachedFile, 0o666)
    process.env.MUTANTS_REACHED = reachedFile
    const start = performance.now()
    const failure = await findFailure(vitest, [specification])
    if (failure !== undefined) {
      console.log(`left out, it fails without any mutant: ${failure}`)
      continue
    }
    const tookMs = performance.now() - start
    console.log(`${(tookMs / 1000).toFixed(1)} s  ${relative(root, specification.moduleId)}`)
    files.push({
      specification,
      isUnit: specification.moduleId.startsWith(join(root, 'src')),
      tookMs,
      reaches: new Set(readFileSync(reachedFile, 'utf8').split('\n')),
    })
  }
  delete process.env.MUTANTS_REACHED
  return files.toSorted(
    (one, other) => Number(other.isUnit) - Number(one.isUnit) || one.tookMs - other.tookMs,
  )
}

/** The test that noticed the mutant, with its message. Undefined when all tests that reach it pass. */
export async function findNotice(
  vitest: Vitest,
  files: readonly TestFile[],
  mutant: string,
): Promise<string | undefined> {
  const reaching = files.filter(({ reaches }) => reaches.has(mutant))
  const runs = [
    reaching.filter(({ isUnit }) => isUnit),
    ...reaching.filter(({ isUnit }) => !isUnit).map(file => [file]),
  ]
  process.env.__STRYKER_ACTIVE_MUTANT__ = mutant
  try {
    for (const run of runs) {
      if (run.length === 0) continue
      const failure = await findFailure(
        vitest,
        run.map(({ specification }) => specification),
      )
      if (failure !== undefined) return failure
    }
    return undefined
  } finally {
    delete process.env.__STRYKER_ACTIVE_MUTANT__
  }
}

async function findFailure(vitest: Vitest, specifications: TestSpecification[]): Promise<string | undefined> {
  // Otherwise vitest would report the failures of earlier runs again.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  for (const module of testModules) {
    if (module.ok()) continue
    const place = relative(vitest.config.root, module.moduleId)
    const test = module.children.allTests('failed').next().value
    const around = [...module.errors(), ...module.children.allSuites().flatMap(suite => suite.errors())]
    const [error] = test?.result().errors ?? around
    return `${place}: ${test?.fullName ?? 'around its tests'}: ${error?.message ?? 'no message'}`
  }
  return unhandledErrors.length > 0 ? (unhandledErrors[0] as Error).message : undefined
}
