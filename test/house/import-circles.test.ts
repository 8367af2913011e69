// There are no import cycles; imports of types count too.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = [
  'src',
  'reader/src',
  'adapters',
  'sandbox',
  'web/src',
  'client/src',
  'scripts',
  'test',
  'bench',
].map(folder => `${folder}/**/*.{ts,tsx}`)

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g)
  return Array.from(found, match => resolved(file, match[1] ?? match[2] ?? ''))
}

function resolved(file: string, target: string): string {
  if (target === '#kit') return 'adapters/kit/index.ts'
  if (target.startsWith('#kit/')) return `${target.replace('#kit/', 'adapters/kit/')}.ts`
  if (target === '#reader') return 'reader/src/index.ts'
  if (target.startsWith('#reader/')) return `${target.replace('#reader/', 'reader/src/')}.ts`
  return target.startsWith('.') ? join(dirname(file), target) : ''
}

/** Each cycle as the list of its files, found by a depth-first search that visits each file once. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1) circles.push([...path.slice(start), file].join(' → '))
    if (start !== -1 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

it('finds an import cycle', () => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', ['d']],
    ['d', ['b']],
  ])
  expect(findCircles(imports)).toEqual(['b → c → d → b'])
})

it('counts an import of types, and one at run time', () => {
  const imports = importsOf('src/store/open-store.ts')
  expect(imports).toContain('src/store/store.ts')
  expect(imports).toContain('src/store/postgres/postgres-store.ts')
})

it('there are no import cycles', () => {
  const files = globSync(SOURCES, { cwd: ROOT })
  expect(files.length).toBeGreaterThan(400)
  expect(findCircles(new Map(files.map(file => [file, importsOf(file)])))).toEqual([])
})

/** The imports between what stands side by side in a folder: subfolders with all that is in them, and files. */
function sideImports(imports: ReadonlyMap<string, readonly string[]>): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>()
  for (const [file, targets] of imports)
    for (const target of targets.filter(one => imports.has(one))) {
      const [from, to] = [file.split('/'), target.split('/')]
      const depth = from.findIndex((name, place) => name !== to[place])
      const [name, other] = [from[depth], to[depth]]
      if (name === undefined || other === undefined) continue
      const sides = folders.getOrInsertComputed(from.slice(0, depth).join('/'), () => new Map())
      sides.getOrInsertComputed(name, () => new Set()).add(other)
    }
  return folders
}

it('there are no cycles of folders either', () => {
  const files = globSync(
    ['adapters', 'reader/src', 'sandbox', 'src', 'web/src'].map(one => `${one}/**/*.{ts,tsx}`),
    {
      cwd: ROOT,
    },
  ).filter(file => !/\.test\.ts$|-fixture\.ts$/.test(file))
  const knotted = [...sideImports(new Map(files.map(file => [file, importsOf(file)])))]
    .filter(([, sides]) => findCircles(new Map([...sides].map(([name, to]) => [name, [...to]]))).length > 0)
    .map(([folder]) => folder)
  expect(knotted).toEqual([])
})
