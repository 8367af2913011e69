// Builds the package: JavaScript with source maps, type declarations of the exports, the web pages. `npm pack` runs it.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'dist')

/** The `exports` of package.json. */
const EXPORTED = ['src/index.ts']

/** Modules that are imported by name, started as a process or thread, or loaded by a computed path. */
const ENTRIES = [
  ...EXPORTED,
  'src/cli/main.ts',
  'sandbox/main.ts',
  // Threads.
  ...globSync('src/**/*-{thread,worker}.ts', { cwd: ROOT }),
]

/** Read at run time, each next to its module. */
const DATA_FILES = [
  'sandbox/sites/*/settings.json',
  'adapters/sites/*/example-answers.json',
  'src/answer/operations/example-answers.json',
]

rmSync(OUT, { recursive: true, force: true })
await buildModules()
// Nobody debugs the sandbox shops outside the clone.
for (const file of globSync('sandbox/**/*.js.map', { cwd: OUT })) dropMap(file)
for (const file of globSync('**/*.js.map', { cwd: OUT })) keepLines(file)
for (const file of globSync(DATA_FILES, { cwd: ROOT })) cpSync(join(ROOT, file), join(OUT, file))
run('tsc', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json')
for (const file of globSync('**/*.d.ts', { cwd: OUT })) relativeImports(file)
removeUnusedDeclarations()
run('the pages', 'node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn')

/** One file per module, so that stack traces match the sources. */
async function buildModules(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: OUT,
      target: 'node22',
      sourcemap: true,
      rolldownOptions: {
        input: ENTRIES.map(entry => join(ROOT, entry)),
        output: {
          preserveModules: true,
          preserveModulesRoot: ROOT,
          entryFileNames: '[name].js',
          // The sources are public and stack traces give their lines, so the maps need not contain them.
          sourcemapExcludeSources: true,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/** Declarations refer to `.ts` files and import aliases, neither of which exists outside the clone. */
function relativeImports(file: string): void {
  const path = join(OUT, file)
  const text = readFileSync(path, 'utf8')
    .replaceAll("'#kit'", () => `'${relativeTo(file, 'adapters/kit/index.js')}'`)
    .replaceAll(
      /'#kit\/([^']+)'/g,
      (_all, name: string) => `'${relativeTo(file, `adapters/kit/${name}.js`)}'`,
    )
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
  writeFileSync(path, text)
}

/** Stack traces need only lines: one mapping per source line is enough, at a third of the size. */
function keepLines(file: string): void {
  const path = join(OUT, file)
  const map = JSON.parse(readFileSync(path, 'utf8')) as { mappings: string }
  const lines = decode(map.mappings).map(line =>
    line.filter((segment, place) => place === 0 || segment[2] !== line[place - 1]?.[2]),
  )
  writeFileSync(path, JSON.stringify({ ...map, mappings: encode(lines) }))
}

function dropMap(file: string): void {
  const script = join(OUT, file.replace(/\.map$/, ''))
  writeFileSync(script, readFileSync(script, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
  rmSync(join(OUT, file))
}

/** tsc writes declarations for every module; those that no export refers to are not needed. */
function removeUnusedDeclarations(): void {
  const used = new Set<string>()
  const visit = (file: string): void => {
    if (used.has(file)) return
    used.add(file)
    const text = readFileSync(join(OUT, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/(?:from |import\(|import )['"](\.[^'"]*)\.js['"]/g))
      visit(join(dirname(file), `${target}.d.ts`))
  }
  for (const entry of EXPORTED) visit(entry.replace(/ts$/, 'd.ts'))
  for (const file of globSync('**/*.d.ts', { cwd: OUT })) if (!used.has(file)) rmSync(join(OUT, file))
}

function relativeTo(file: string, target: string): string {
  const path = relative(dirname(file), target).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function run(what: string, script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...words], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`The build has failed: ${what}.`)
    process.exit(1)
  }
}
