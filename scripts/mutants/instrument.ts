// Copies the project with every mutant of a folder behind a switch, using Stryker's instrumenter, and draws a sample of the
// mutants.
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { outOfReach } from './mutated-folders.ts'

export interface Mutant {
  readonly id: string
  /** Relative to the project. */
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  readonly status?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

export interface Sample {
  readonly size: number
  readonly seed: string
}

export interface InstrumentedFolder {
  readonly mutants: readonly Mutant[]
  /** The copy, so that threads and processes started by tests have the mutants too. */
  readonly folder: string
}

interface Instrumenter {
  instrument(
    files: readonly { name: string; content: string; mutate: true }[],
    options: { plugins: null; excludedMutations: readonly string[]; ignorers: readonly [] },
  ): Promise<{ files: readonly { name: string; content: string }[]; mutants: readonly Mutant[] }>
}

/** Messages, and mutants that only a type checker can reject, say nothing about the rules. */
const EXCLUDED = ['StringLiteral', 'ObjectLiteral']

/** What the tests read. */
const COPIED = [
  'bin',
  'client',
  'docs',
  'platforms',
  'sites',
  'src',
  'test',
  'web',
  'package.json',
  'vitest.config.ts',
]

export async function instrumentFolder(source: string): Promise<InstrumentedFolder> {
  const files = globSync(`src/${source}/**/*.ts`)
    .filter(file => !/\.test\.ts$|-fixture\.ts$/.test(file) && !outOfReach.has(file))
    .toSorted()
    .map(file => ({ name: file, content: readFileSync(file, 'utf8'), mutate: true as const }))
  const instrumenter = await loadInstrumenter()
  const made = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [],
  })
  const folder = mkdtempSync(join(tmpdir(), 'wares-mutants-'))
  // Tests of a read-only folder start processes of a user without rights.
  chmodSync(folder, 0o755)
  for (const part of COPIED) cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const { name, content } of made.files) writeFileSync(join(folder, name), content)
  return { mutants: made.mutants.filter(({ status }) => status !== 'Ignored'), folder }
}

/** Installed next to this file, for this tool alone. */
async function loadInstrumenter(): Promise<Instrumenter> {
  const entry = join(import.meta.dirname, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  const { Instrumenter } = (await import(pathToFileURL(entry).href)) as {
    Instrumenter: new (log: Readonly<Record<string, () => unknown>>) => Instrumenter
  }
  return new Instrumenter({ debug() {}, info() {}, warn() {}, isDebugEnabled: () => false })
}

/** The mutants with the smallest hashes of location and change, so that a sample is reproducible. */
export function draw(mutants: readonly Mutant[], { size, seed }: Sample): Mutant[] {
  const hash = ({ fileName, location: { start }, mutatorName, replacement }: Mutant): string => {
    const place = [seed, `/${fileName}`, start.line, start.column, mutatorName, replacement]
    return createHash('sha256').update(place.join(' ')).digest('hex')
  }
  return mutants
    .map(mutant => ({ mutant, hash: hash(mutant) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}
