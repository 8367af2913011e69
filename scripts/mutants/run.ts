// Changes the code in small ways and counts which changes the tests notice: npm run mutants -- upstream state
// A mutant takes about a second, so a room is sampled by line: MUTANTS_SHARE=1 takes them all, MUTANTS_SEED another sample.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOMS = ['engine', 'upstream', 'state', 'bulk', 'http']
const here = import.meta.dirname
const rooms = process.argv.slice(2)
const share = Number(process.env.MUTANTS_SHARE ?? 0.1)
const seed = process.env.MUTANTS_SEED ?? '1'

interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}
type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> }

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci'], here)
for (const room of rooms.length > 0 ? rooms : ROOMS) {
  const settings = join(here, 'node_modules', `settings-${room}.json`)
  const report = join(here, 'node_modules', `report-${room}.json`)
  writeFileSync(
    settings,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(here, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: true },
      mutate: sampledLines(room),
      // Messages, and mutants that only a type checker can refuse, say nothing about the rules.
      mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
      // Its own reader of tsconfig.json does not know TypeScript 7.
      tsconfigFile: 'none.json',
      disableTypeChecks: false,
      tempDirName: `.mutants-${room}`,
      ignorePatterns: ['web', 'clients', 'docs', 'dist', 'bench', 'deploy'],
      reporters: ['dots', 'json'],
      jsonReporter: { fileName: report },
      concurrency: Number(process.env.MUTANTS_CONCURRENCY ?? 2),
      timeoutMS: 20_000,
    }),
  )
  run(
    process.execPath,
    [join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', settings],
    '.',
  )
  rmSync(`.mutants-${room}`, { recursive: true, force: true })
  printRoom(room, JSON.parse(readFileSync(report, 'utf8')) as Report)
}

/** Each line of a room is in the sample or not by a hash of its place, so that a run can be repeated. */
function sampledLines(room: string): string[] {
  const files = globSync(`src/${room}/**/*.ts`).filter(file => !/\.test\.ts$|-fixture\.ts$/.test(file))
  return files.toSorted().flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((_, index) =>
        chanceOf(`${file}:${index}`) < share ? [`${file}:${index + 1}-${index + 1}`] : [],
      ),
  )
}

function chanceOf(place: string): number {
  return createHash('sha256').update(`${seed} ${place}`).digest().readUInt32BE() / 2 ** 32
}

function printRoom(room: string, { files }: Report): void {
  const mutants = Object.entries(files).flatMap(([file, found]) =>
    found.mutants.map(mutant => ({ file, ...mutant })),
  )
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
  const noticed = ((1 - survivors.length / counted.length) * 100).toFixed(1)
  console.log(
    `${room}: ${counted.length - survivors.length} of ${counted.length} mutants noticed (${noticed} %)`,
  )
  for (const { file, location, mutatorName, replacement, status } of survivors)
    console.log(
      `  ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${status}: ${replacement ?? ''}`,
    )
}
