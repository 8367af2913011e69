// The published Python client: the generated code is current, mypy passes, the wheel works in a fresh venv.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { PYTHON_FILE, pythonSource } from '../../scripts/generate-client/python-source.ts'
import { sites } from '../../adapters/sites/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { findOrInstall } from '../services.ts'
import { respondWithData, startScriptedServer } from './scripted-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const SOURCE = fileURLToPath(new URL('../../clients/python', import.meta.url))
/** Debian's Python, which has Debian's setuptools, wheel and mypy. */
const PYTHON = '/usr/bin/python3'
const folder = temporaryFolder('python')

const has = (...words: string[]): boolean => spawnSync(PYTHON, words).status === 0
const canBuild = findOrInstall(
  () => has('-c', 'import setuptools, wheel, venv, pip, ensurepip') || undefined,
  'python3-setuptools',
  'python3-wheel',
  'python3-venv',
  'python3-pip',
)
const canCheck = findOrInstall(() => has('-m', 'mypy', '--version') || undefined, 'mypy')
if (!canBuild) console.warn('NO setuptools, wheel, venv or pip ON THIS MACHINE: no wheel is built.')
if (!canCheck) console.warn('NO mypy ON THIS MACHINE: the types of the Python client are not checked.')

function run(command: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', cwd: folder })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

it('Python client is generated from the definitions', () => {
  expect(readFileSync(PYTHON_FILE, 'utf8')).toBe(pythonSource(createRegistry(sites)))
})

it.skipIf(!canCheck)(
  'Python client passes mypy --strict, and so does a program that uses it',
  () => {
    const program = join(folder, 'use.py')
    writeFileSync(
      program,
      `from typing import Any, Coroutine

from wares import AsyncWares, Wares, Watch, rows

with Wares("http://127.0.0.1:1", key="k") as wares:
    price: int = wares.sneakerhub.product(slug="x")["lowest_price_cents"]
    names: list[str] = [item["name"] for item in wares.sneakerhub.search.all(query="court")]
    images: list[str] = wares.sneakerexchange.product(slug="x")["360_images"]
    rows(wares.sneakerhub.trends())
    watch: Watch = wares.watches.create("https://shop.example/1", every="1h", when=None)
    deleted: None = wares.watches.remove(watch["id"])
    wares.watches.get(1)  # type: ignore[arg-type]
    wares.webhooks.get("x", option=None)  # type: ignore[call-arg]
    later: Coroutine[Any, Any, Watch] = AsyncWares("http://127.0.0.1:1").watches.get("x")
`,
    )
    const check = spawnSync(
      PYTHON,
      ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy'), join(SOURCE, 'src/wares'), program],
      {
        encoding: 'utf8',
        env: { ...process.env, MYPYPATH: join(SOURCE, 'src') },
      },
    )
    expect(check.stdout).toMatch(/^Success/)
  },
  120_000,
)

it.skipIf(!canBuild)(
  'Python client works from a wheel in a fresh venv',
  async () => {
    run(PYTHON, '-m', 'pip', 'wheel', '--no-build-isolation', '--no-deps', '-w', folder, copyOfSource())
    run(PYTHON, '-m', 'venv', join(folder, 'venv'))
    const python = join(folder, 'venv/bin/python')
    run(python, '-m', 'pip', 'install', '--no-index', '--find-links', folder, 'wares')
    const server = await startScriptedServer(respondWithData([{ name: 'One' }]))
    try {
      // Not spawnSync, because this process must serve the request.
      const { spawn } = await import('node:child_process')
      const child = spawn(python, [
        '-c',
        `
import asyncio
from wares import AsyncWares, Wares

async def main() -> None:
    async with AsyncWares("${server.url}") as wares:
        print((await wares.sneakerhub.trends())[0]["name"])

print(Wares("${server.url}").sneakerhub.trends()[0]["name"])
asyncio.run(main())
try:
    Wares("${server.url}", key="wares_…").sneakerhub.trends()
except ValueError as error:
    print(error)
`,
      ])
      const chunks = await Array.fromAsync(child.stdout)
      expect(
        Buffer.concat(chunks as Buffer[])
          .toString()
          .split('\n'),
      ).toEqual(['One', 'One', '`key` has characters that no Wares key has', ''])
    } finally {
      await server.stop()
    }
  },
  120_000,
)

/** A copy, because building writes next to the sources. */
function copyOfSource(): string {
  run('cp', '-r', SOURCE, join(folder, 'source'))
  return join(folder, 'source')
}
