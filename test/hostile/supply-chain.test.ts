// The supply chain: every package in the lock file has an integrity hash and a known licence, and no install script runs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, run } from '../e2e/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Lock {
  packages: Record<
    string,
    { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean }
  >
}
interface Manifest {
  readonly optionalDependencies: Record<string, string>
  readonly allowScripts: Record<string, boolean>
}

const folder = temporaryFolder('lock')

const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as T
const script = (name: string, options: readonly string[], cwd = ROOT) =>
  run(process.execPath, [join(ROOT, 'scripts', name), ...options], {}, cwd)

it('the lock file passes its check', async () => {
  const { code, stderr } = await script('lock-integrity.ts', ['--check'])
  expect([code, stderr]).toEqual([0, ''])
})

it.each<[string, (entry: Lock['packages'][string]) => void, RegExp]>([
  ['without its integrity', entry => delete entry.integrity, /^No integrity in package-lock.json: fastify@/],
  ['with a weaker one', entry => (entry.integrity = 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA='), /fastify@/],
  ['from a URL', entry => (entry.resolved = 'https://elsewhere.example/a.tgz'), /^An address of a registry/],
])('the check reports a package %s', async (_, spoil, words) => {
  const lock = readJson<Lock>('package-lock.json')
  const entry = lock.packages['node_modules/fastify']
  if (!entry) throw new Error('fastify is not in the lock file')
  spoil(entry)
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const { code, stderr } = await script('lock-integrity.ts', ['--check'], folder)
  expect([code, stderr]).toEqual([1, expect.stringMatching(words)])
})

it('every package states its licence', async () => {
  const { code, stdout } = await script('list-licences.ts', [])
  expect(code, stdout).toBe(0)
  expect(stdout.split('\n').length).toBeGreaterThan(50)
})

it('no install script runs, and Node has one exact version', () => {
  const { packages } = readJson<Lock>('package-lock.json')
  const { allowScripts, optionalDependencies } = readJson<Manifest>('package.json')
  const withScripts = Object.entries(packages)
    .filter(([place, entry]) => place !== '' && entry.hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
  for (const name of withScripts) expect([name, allowScripts[name]]).toEqual([name, false])
  // The other optional packages build the pages.
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  const versions = new Set(nodes.map(([, version]) => version))
  expect([...versions]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
})
