// Answers that would fill the memory of the caller, or never end.
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

it('has a longest size unless told otherwise', async () => {
  const pour: Respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  }
  await expect(against(pour, undefined, wares => wares.shops.list())).rejects.toMatchObject(TOO_LONG)
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
