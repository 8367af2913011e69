// Commands with --server against something that is no healthy Wares: one sentence and exit code 1, never a stack trace.
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  type Respond,
  respondWithData,
  respondWithProblem,
  startScriptedServer,
} from '../client/scripted-server.ts'
import { watchExamples } from '../../src/serve/http/routes/watch-examples.ts'
import { COMMAND, wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('hostile-server')

async function against(respond: Respond, args: readonly string[]) {
  const server = await startScriptedServer(respond)
  try {
    const env = { WARES_DATA: join(folder, 'data'), WARES_SERVER: server.url, WARES_KEY: 'k' }
    return await wares([...args], env)
  } finally {
    await server.stop()
  }
}

/** What an agent gets to one request. */
async function bridged(respond: Respond) {
  const server = await startScriptedServer(respond)
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--server', server.url], {
    env: { ...process.env, WARES_DATA: join(folder, 'data') },
  })
  child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  await server.stop()
  return { stdout, stderr }
}

const PAGE = 'https://shop.example/p/1'
const COMMANDS = [
  ['watch', 'add', PAGE],
  ['product', PAGE],
  ['search', 'runner'],
  ['call', 'sneakerhub.prices', '--id', '1'],
  ['explain', 'r-1'],
  ['watch', 'show', 'w_1'],
  ['watch', 'list'],
  ['watch', 'export'],
  ['watch', 'remove', 'w_1'],
  ['usage'],
  ['catalog', 'lamps', '--out', join(folder, 'lamps.csv')],
  ['watch', 'changes', '--out', join(folder, 'changes.csv')],
  ['shops'],
  ['notify', 'list'],
  ['add', PAGE],
  ['teach', PAGE, 'price=1.00'],
] as const

const noContent: Respond = (_, response) => response.writeHead(204, { 'server-timing': 'total' }).end()

/** Something else at that address: JSON, but not a header of Wares. */
const stranger =
  (status: number, body: string): Respond =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

it.each([
  [200, '{}'],
  [200, 'null'],
  [200, '[]'],
  [204, ''],
])('refuses what is no Wares: %i %s', async (status, body) => {
  const { code, stdout, stderr } = await against(stranger(status, body), ['watch', 'list'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^http:\S+ answers with status 20\d, but not as Wares does\./)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

describe.each(COMMANDS.map(words => [words.slice(0, 2).join(' '), words] as const))('%s', (_, words) => {
  it('says that a connection was closed', async () => {
    const cut: Respond = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
      response.write('{"a":')
      setTimeout(() => request.socket.destroy(), 50)
    }
    const { code, stderr } = await against(cut, words)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The answer of http:\S+ broke off: .+\n$/)
  })
})

it('leaves nothing behind when nothing was collected', async () => {
  const out = join(folder, 'q.csv')
  const { code, stderr } = await against(respondWithProblem(404, 'not_found', false), [
    'catalog',
    'x',
    '--out',
    out,
  ])
  expect([code, stderr]).toEqual([1, expect.not.stringContaining('.part')])
  expect(readdirSync(folder).filter(name => /^(?:q|lamps|changes)/.test(name))).toEqual([])
})

it.each([
  ['watch list', ['watch', 'list'], { watches: [], next: 'a' }],
  ['watch products', ['watch', 'products', 'w_1'], { watch: 'w_1', products: [], next: 'a' }],
])('%s ends when a cursor repeats', async (_, words, page) => {
  const { code, stderr } = await against(respondWithData(page), words)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The server gives the same page again .+\n$/)
})

it.each([
  ['watch', 'w_1'],
  ['notify', 'h_1'],
])('%s remove prints JSON in a pipe', async (group, id) => {
  const { stdout } = await against(noContent, [group, 'remove', id])
  expect(JSON.parse(stdout)).toEqual({ removed: id })
})

it('leaves an id as it is', async () => {
  const respond: Respond = (_, response) => {
    response.writeHead(400, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'invalid_parameter', detail: 'w_KXu9 watches no catalog' }))
  }
  expect((await against(respond, ['watch', 'products', 'w_KXu9'])).stderr).toMatch(
    /^w_KXu9 watches no catalog/,
  )
})

it('says that a key which no header can carry is not accepted', async () => {
  const { code, stderr } = await against(respondWithData({}), ['shops', '--key', 'schlüssel→'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The key is not accepted/)])
})

describe('escape sequences of a server do not reach the terminal', () => {
  const file = join(folder, 'one.txt')
  writeFileSync(file, 'https://shop.example/p/1\n')
  const respond: Respond = (_, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'not_found', detail: 'gone\u001b]0;title\u0007\r\nAll is well' }))
  }
  it.each([
    ['watch list', ['watch', 'list']],
    ['product', ['product', PAGE, '--output', 'table']],
    ['watch import', ['watch', 'import', file, '--output', 'table']],
  ])('%s', async (_, words) => {
    const { code, stdout, stderr } = await against(respond, words)
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/gone ]0;title All is well/i)
    expect(stdout + stderr).not.toContain('\u001b')
  })

  it('mcp', async () => {
    const { stdout, stderr } = await bridged(respond)
    expect(stderr).toBe('gone ]0;title All is well\n')
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('gone') as string },
    })
  })
})

it.each([
  ['an object', { code: 'internal' }],
  ['a list', [[]]],
  ['null', null],
])('mcp answers with an error where the server sends %s in place of a message', async (_, body) => {
  const { stdout } = await bridged(respondWithData(body))
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('not as Wares does') as string },
  })
})

it('an import counts what was added before the server stopped', async () => {
  const file = join(folder, 'urls.txt')
  writeFileSync(file, [1, 2, 3, 4].map(n => `https://shop.example/p/${n}\n`).join(''))
  let asked = 0
  const respond: Respond = (request, response) => {
    asked++
    if (asked > 2) request.socket.destroy()
    else respondWithData({ ...watchExamples.created, id: `w_${asked}` })(request, response)
  }
  const table = await against(respond, ['watch', 'import', file, '--output', 'table'])
  expect([table.code, table.stdout]).toEqual([1, '2 added, 0 watched already, 0 refused.\n'])
  asked = 0
  const json = await against(respond, ['watch', 'import', file, '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ lines: [{ id: 'w_1' }, { id: 'w_2' }], added: 2 })
  expect(json.stderr).toMatch(/^No Wares answers at /)
})
