// Answers that would fill the memory of the caller, or never end.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createWares } from '../../client/src/index.ts'
import { type Respond, respondWithData, respondWithProblem, startScriptedServer } from './scripted-server.ts'

async function against<T>(
  respond: Respond,
  answerBytesMax: number | undefined,
  work: (wares: ReturnType<typeof createWares>) => Promise<T>,
): Promise<T> {
  const server = await startScriptedServer(respond)
  try {
    return await work(createWares({ url: server.url, retries: 0, ...(answerBytesMax && { answerBytesMax }) }))
  } finally {
    await server.stop()
  }
}

const TOO_LONG = {
  code: 'unexpected_answer',
  retryable: false,
  message: expect.stringContaining('is longer'),
}

it('reads an answer of the longest size, and not one that is a byte longer', async () => {
  const shops = { shops: [] }
  const { length } = JSON.stringify(shops)
  expect(await against(respondWithData(shops), length, wares => wares.shops.list())).toEqual(shops)
  await expect(
    against(respondWithData(shops), length - 1, wares => wares.shops.list()),
  ).rejects.toMatchObject(TOO_LONG)
  await expect(
    against(respondWithProblem(404, 'not_found', false), 20, wares => wares.shops.list()),
  ).rejects.toMatchObject(TOO_LONG)
})

const pour: Respond = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    response.once('drain', more)
  }
  more()
}

it('has a longest size unless told otherwise', async () => {
  await expect(against(pour, undefined, wares => wares.shops.list())).rejects.toMatchObject(TOO_LONG)
})

/** Prints the code of the problem that ends the work. */
const PYTHON = `
import sys
_, source, url, work, *bound = sys.argv
sys.path.insert(0, source)
from wares import Wares, WaresProblem

try:
    with Wares(url, retries=0, **({"answer_bytes_max": int(bound[0])} if bound else {})) as wares:
        print(len(wares.shops.list() if work == "list" else list(wares.changes())))
except WaresProblem as problem:
    print(problem.code, problem.retryable, problem.status)
`
const PYTHON_SOURCE = fileURLToPath(new URL('../../clients/python/src', import.meta.url))

async function python(respond: Respond, ...words: string[]): Promise<string> {
  const server = await startScriptedServer(respond)
  try {
    const child = spawn('python3', ['-c', PYTHON, PYTHON_SOURCE, server.url, ...words])
    const [out, errors] = await Promise.all([Array.fromAsync(child.stdout), Array.fromAsync(child.stderr)])
    return Buffer.concat([...(out as Buffer[]), ...(errors as Buffer[])])
      .toString()
      .trim()
  } finally {
    await server.stop()
  }
}

it('the Python client has the same bounds', async () => {
  const shops = { shops: [] }
  const { length } = JSON.stringify(shops)
  expect(await python(respondWithData(shops), 'list', String(length))).toBe('1')
  expect(await python(respondWithData(shops), 'list', String(length - 1))).toBe('unexpected_answer False 200')
  expect(await python(respondWithProblem(404, 'not_found', false), 'list', '20')).toBe(
    'unexpected_answer False 404',
  )
  expect(await python(pour, 'list')).toBe('unexpected_answer False 200')
  const page = { changes: [{ id: 'c_1' }], cursor: 'a' }
  expect(await python(respondWithData(page), 'changes')).toBe('unexpected_answer False None')
})

it('changes end when a cursor repeats', async () => {
  const page = { changes: [{ id: 'c_1' }], cursor: 'a' }
  const read = against(respondWithData(page), undefined, async wares => {
    const found = []
    for await (const change of wares.changes()) found.push(change)
    return found
  })
  await expect(read).rejects.toMatchObject({ code: 'unexpected_answer' })
})
