// What is asked over the network ends: an answer has a longest size and a longest time.
import { expect, it } from 'vitest'
import { type Respond, startScriptedServer } from '../../../test/client/scripted-server.ts'
import { askServer } from './ask-server.ts'

async function ask(respond: Respond, bounds: Parameters<typeof askServer>[2]) {
  const server = await startScriptedServer(respond)
  try {
    return await askServer(new URL(server.url), {}, bounds)('GET', '/api/v2/shops')
  } finally {
    await server.stop()
  }
}

const TEXT = '{"shops":[]}'
const HEADERS = { 'content-type': 'application/json', 'server-timing': 'total;dur=1' }
const send =
  (text: string): Respond =>
  (_, response) =>
    response.writeHead(200, HEADERS).end(text)

it('reads an answer of the longest size, and not one that is a byte longer', async () => {
  const bounds = { maxBytes: TEXT.length }
  expect((await ask(send(TEXT), bounds)).body).toEqual({ shops: [] })
  await expect(ask(send(`${TEXT} `), bounds)).rejects.toThrow(/^The answer of \S+ is longer than \S+ MB/)
})

it('stops reading a server that never ends', async () => {
  let sent = 0
  const pour: Respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      response.once('drain', more)
    }
    more()
  }
  await expect(ask(pour, {})).rejects.toThrow('is longer than 64 MB')
  expect(sent).toBeLessThan(80_000_000)
})

it.each([
  ['headers', '', /^No Wares answers at \S+: it takes too long\./],
  ['the rest of the body', '{', /^The answer of \S+ broke off: it takes too long\./],
])('does not wait for ever for %s', async (_, begin, sentence) => {
  const drip: Respond = (_request, response) => {
    if (begin) response.writeHead(200, { 'content-type': 'application/json' }).write(begin)
  }
  await expect(ask(drip, { timeoutMs: 200 })).rejects.toThrow(sentence)
})
