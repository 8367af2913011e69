// A copy of the clone in which every module that is started as a process or thread is one file: it starts in half the
// time, and the tests start several hundred.
import { chmodSync, cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { temporaryFolder } from './support/temporary-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ENTRIES = globSync(
  ['src/cli/main.ts', 'sandbox/main.ts', 'src/**/*-{thread,worker}.ts', 'adapters/sites/index.ts'],
  { cwd: ROOT },
)
/** Read at run time. */
const DATA = [
  'package.json',
  'sandbox/sites/*/settings.json',
  '{adapters/sites/*,src/answer/operations}/example-answers.json',
]
const LINKED = ['node_modules', 'web/dist', 'adapters/sites/*/cases']

/** Builds it in a new folder, and returns that. */
export async function bundleClone(): Promise<string> {
  const folder = temporaryFolder('bundle')
  // Some tests run it as another user.
  chmodSync(folder, 0o755)
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [modulesIn(folder)],
    ssr: { noExternal: true, external: ['playwright-core'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node22',
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map(entry => [entry, join(ROOT, entry)])),
        output: { entryFileNames: '[name]', chunkFileNames: 'chunks/[name].js' },
      },
    },
  })
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const file of globSync(DATA, { cwd: ROOT })) cpSync(join(ROOT, file), join(folder, file))
  for (const place of globSync(LINKED, { cwd: ROOT })) {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    symlinkSync(join(ROOT, place), join(folder, place))
  }
  return folder
}

/** Modules find files beside them as if they still had a file each, in this folder. */
function modulesIn(folder: string): Plugin {
  return {
    name: 'modules-in-folder',
    transform: {
      order: 'pre',
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => {
        const url = pathToFileURL(join(folder, relative(ROOT, id))).href
        return code.replaceAll('import.meta.url', JSON.stringify(url))
      },
    },
  }
}
