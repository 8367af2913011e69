// Installs Wares as users do: packed, installed into an empty project, run by several Nodes as a user without write access.
import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, globSync, lstatSync, mkdirSync } from 'node:fs'
import { chownSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProcessResult, ROOT, run } from '../e2e/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NOBODY = 65_534
const ATTEMPTS = 3
/** In npm's output when the registry cannot be reached or fails. */
const REGISTRY_FAILED = /ENOTFOUND|EAI_AGAIN|ECONN|TIMEOUT|ETIMEDOUT|ENOTCACHED|E429|E5\d\d|FETCH_ERROR/
const isRoot = process.getuid?.() === 0

/** The files that the build reads. */
const SOURCES = [
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'bin',
  'adapters',
  'reader',
  'scripts',
  'sandbox',
  'src',
  'web',
]
const SETTINGS = ['tsconfig.json', 'tsconfig.types.json', 'client']

export interface InstalledPackage {
  /** The project with the package; its path contains a space. */
  readonly project: string
  /** npm's output. */
  readonly installLog: string
  /** A folder that the unprivileged user may write. */
  readonly home: string
  remove(): void
}

/** Undefined, with a warning, where the npm registry cannot be reached. */
export async function installPackage(node: string): Promise<InstalledPackage | undefined> {
  const base = temporaryFolder('package')
  chmodSync(base, 0o755)
  const project = join(base, 'my project')
  const home = join(base, 'home')
  for (const folder of [project, home]) mkdirSync(folder)
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  const tarballs = await packAll(base)
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const installed = await install(tarballs, node, project)
  if (installed.code !== 0 && REGISTRY_FAILED.test(installed.stderr)) {
    console.warn('NO REGISTRY OF NPM TO BE REACHED: the installed package is not tried.')
    return undefined
  }
  if (installed.code !== 0) throw new Error(installed.stderr)
  return {
    project,
    home,
    installLog: installed.stdout + installed.stderr,
    remove() {
      setWritable(project, true)
    },
  }
}

/** Tries again if the registry fails temporarily. */
async function install(tarballs: readonly string[], node: string, project: string): Promise<ProcessResult> {
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]
  const env = { PATH: `${node}:${process.env.PATH}`, npm_config_fetch_retries: '5' }
  for (let attempt = 1; ; attempt++) {
    const installed = await run('npm', words, env, project)
    if (installed.code === 0 || attempt === ATTEMPTS) return installed
  }
}

/** In a copy, because packing replaces package.json temporarily and other suites need the original. */
async function packAll(base: string): Promise<string[]> {
  const copy = join(base, 'clone')
  mkdirSync(copy)
  const isSource = (path: string) =>
    !/\/(?:cases|node_modules|dist)(?:\/|$)|\.test\.ts$/.test(path.slice(ROOT.length))
  for (const one of [...SOURCES, ...SETTINGS])
    cpSync(join(ROOT, one), join(copy, one), { recursive: true, filter: isSource })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const folder of [copy, join(copy, 'client'), join(copy, 'reader')]) {
    const packed = await run('npm', ['pack', '--pack-destination', base], {}, folder)
    if (packed.code !== 0) throw new Error(packed.stderr)
  }
  rmSync(copy, { recursive: true })
  return globSync(join(base, '*.tgz'))
}

/** Applies to everything below the folder except links. */
export function setWritable(folder: string, isWritable: boolean): void {
  for (const file of [folder, ...globSync(join(folder, '**/*'))]) {
    const { mode } = lstatSync(file)
    if (!lstatSync(file).isSymbolicLink()) chmodSync(file, isWritable ? mode | 0o200 : mode & ~0o222)
  }
}

/** The folder of this Node version, downloaded from npm once per machine; undefined, with a warning, where that fails. */
export async function findNode(version: string): Promise<string | undefined> {
  const folder = join(tmpdir(), 'wares-test-nodes', version)
  if (existsSync(join(folder, 'node'))) return folder
  const own = `${folder}.${process.pid}`
  mkdirSync(own, { recursive: true })
  if (`v${version}` === process.version) copyFileSync(process.execPath, join(own, 'node'))
  else {
    const name = `node-${process.platform}-${process.arch}@${version}`
    const packed = await run('npm', ['pack', '--silent', name], {}, own)
    const [tarball] = globSync('*.tgz', { cwd: own })
    if (tarball === undefined) {
      console.warn(
        `NO NODE ${version} FROM NPM (${packed.stderr.trim().split('\n', 1)[0]}): not tried with it.`,
      )
      rmSync(own, { recursive: true })
      return undefined
    }
    await run('tar', ['-xzf', tarball, '--strip-components=2', 'package/bin/node'], {}, own)
    rmSync(join(own, tarball))
  }
  chmodSync(own, 0o755)
  // Moved into place atomically, because two suites may download it at once.
  if (existsSync(folder)) rmSync(own, { recursive: true })
  else renameSync(own, folder)
  return folder
}

export interface PlainUser {
  run(command: string, words: readonly string[], more?: RunOptions): Promise<ProcessResult>
  start(command: string, words: readonly string[]): StartedProcess
}

interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface StartedProcess {
  readonly output: () => string
  until(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Runs commands with one Node first on the path: as `nobody` if this is root, else as the current user. */
export function plainUser(
  node: string,
  { project, home }: InstalledPackage,
  env: Record<string, string>,
): PlainUser {
  const begin = (
    command: string,
    words: readonly string[],
    { cwd = project, env: more }: RunOptions = {},
  ) => {
    const whole = isRoot
      ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...words]
      : [command, ...words]
    // Settings that npm passes to its scripts must not reach the unprivileged user.
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
    const own = {
      ...Object.fromEntries(inherited),
      HOME: home,
      npm_config_cache: join(home, 'npm'),
      npm_config_update_notifier: 'false',
    }
    const child = spawn(whole[0] ?? '', whole.slice(1), {
      cwd,
      env: { ...own, NODE_COMPILE_CACHE: undefined, PATH: `${node}:${process.env.PATH}`, ...env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
      // npx starts a shell that starts Wares, so the whole process group is ended.
      detached: true,
    })
    const text = { stdout: '', stderr: '' }
    child.stdout.on('data', chunk => (text.stdout += String(chunk)))
    child.stderr.on('data', chunk => (text.stderr += String(chunk)))
    const closed = new Promise<number | null>(resolve => child.once('close', resolve))
    return { child, text, closed }
  }
  return {
    async run(command, words, options = {}) {
      const { child, text, closed } = begin(command, words, options)
      child.stdin.end(options.input ?? '')
      return { code: await closed, ...text }
    },
    start(command, words) {
      const { child, text, closed } = begin(command, words)
      const output = () => text.stdout + text.stderr
      return {
        output,
        async until(pattern) {
          for (let ended = false; !ended; ) {
            const found = pattern.exec(output())
            if (found) return found
            const wait = new Promise<boolean>(resolve => setTimeout(resolve, 50, false))
            ended = await Promise.race([wait, closed.then(() => true)])
          }
          throw new Error(`it has ended without ${pattern}:\n${output()}`)
        },
        async stop() {
          if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
          await closed
        },
      }
    },
  }
}
