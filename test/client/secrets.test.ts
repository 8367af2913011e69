// No error and no printed object of a client shows a key, or the password of an address.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createWares } from '../../client/src/index.ts'
import { respondWithData, startScriptedServer } from './scripted-server.ts'

const SECRET = 'wares_0123456789'
const KEYS = [`${SECRET}\r\nx: y`, `${SECRET} 1`, `${SECRET}é`, `${SECRET}\u0000`]

it.each(KEYS)('TypeScript refuses the key %j without showing it', async key => {
  const call = async () => createWares({ url: 'http://127.0.0.1:1', key, retries: 0 }).shops.list()
  const error = (await call().catch((reason: unknown) => reason)) as Error
  expect(error.message).toBe('`key` has characters that no Wares key has')
  expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(SECRET)
})

it('a key with a line break behind it, as files have it, is sent without', async () => {
  const server = await startScriptedServer((request, response) =>
    respondWithData({ shops: [request.headers['x-api-key']] })(request, response),
  )
  try {
    const shops = await createWares({ url: server.url, key: `${SECRET}\n` }).shops.list()
    expect(shops).toEqual({ shops: [SECRET] })
  } finally {
    await server.stop()
  }
})

const PYTHON = `
import sys, traceback
sys.path.insert(0, sys.argv[1])
from wares import Wares
from wares._request import build_request
from wares._answer import CallOptions

for key in ${JSON.stringify(KEYS)}:
    try:
        Wares("http://127.0.0.1:1", key=key, retries=0).shops.list()
    except ValueError:
        traceback.print_exc(file=sys.stdout)
assert build_request("/", {}, "${SECRET}\\n", CallOptions()).headers["x-api-key"] == "${SECRET}"
wares = Wares("http://me:${SECRET}@127.0.0.1:1", key="${SECRET}", retries=0)
print(repr(wares), vars(wares), build_request("/", {}, "${SECRET}", CallOptions()))
try:
    wares.shops.list()
except Exception as problem:
    print(repr(problem), problem, vars(problem))
`

it('Python prints neither', () => {
  const source = fileURLToPath(new URL('../../clients/python/src', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, source], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout.split('ValueError: `key` has characters').length - 1).toBe(KEYS.length)
  expect(stdout).toContain('wares_unreachable')
  expect(stdout).not.toContain(SECRET)
})
