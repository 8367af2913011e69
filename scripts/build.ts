// Builds the package: JavaScript with source maps, type declarations of what is exported, the pages. `npm pack` runs it.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'dist')

/** What is imported by name, run as a process or thread of its own, or loaded by a computed path. */
const ENTRIES = [
  'src/index.ts',
  'src/kit/index.ts',
  'src/reader/index.ts',
  'src/cli/main.ts',
  'src/sandbox/main.ts',
  'src/engine/read-worker.ts',
  'src/state/sqlite-thread.ts',
  ...globSync('sites/*/shop/shop.ts', { cwd: ROOT }),
]

rmSync(OUT, { recursive: true, force: true })
await buildModules()
for (const file of globSync('sites/*/shop/settings.json', { cwd: ROOT }))
  cpSync(join(ROOT, file), join(OUT, file))
run('tsc', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json')
for (const file of globSync('**/*.d.ts', { cwd: OUT })) relativeImports(file)
run('the pages', 'node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn')

/** A file for each module, so that a stack trace reads like the sources. */
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
          // The sources are public and their lines are named; the maps need not carry them.
          sourcemapExcludeSources: true,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/** Declarations name `.ts` files and the clone's short names; outside the clone neither exists. */
function relativeImports(file: string): void {
  const path = join(OUT, file)
  const text = readFileSync(path, 'utf8')
    .replaceAll("'#kit'", () => `'${relativeTo(file, 'src/kit/index.js')}'`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
  writeFileSync(path, text)
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
