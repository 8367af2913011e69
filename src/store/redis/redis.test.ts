// The connection to Redis, over a server that the test plays: scripts, failures that suspend it, and the subscription.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeScript, openRedis, type SharedRedis } from './redis.ts'

const POLL = { timeout: 15_000 }
const script = makeScript('return 1')
let server: Server
let redis: SharedRedis | undefined
const sockets = new Set<Socket>()
const received: string[][] = []
let reply: (command: string[]) => string
/** While it is set, replies are held back: a server answers in order. */
let isSlow: boolean
let late: (() => void)[]
let subscriber: Socket | undefined

const isSetup = (command: string[]) =>
  ['HELLO', 'CLIENT', 'INFO', 'SUBSCRIBE'].includes(command[0]?.toUpperCase() ?? '')

function answerSetup([name, channel = '']: string[], socket: Socket): string {
  if (name?.toUpperCase() === 'INFO') return '$15\r\nredis_version:7\r\n'
  if (name?.toUpperCase() !== 'SUBSCRIBE') return '+OK\r\n'
  subscriber = socket
  return `>3\r\n$9\r\nsubscribe\r\n$${channel.length}\r\n${channel}\r\n:1\r\n`
}

/** Takes whole commands from the text: `*<parts>`, then a length and a text for each. */
function takeCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = []
  let rest = text
  for (;;) {
    const lines = rest.split('\r\n')
    const parts = Number(lines[0]?.slice(1))
    const isWhole = rest.startsWith('*') && lines.length > 2 * parts + 1
    if (!isWhole) return { commands, rest }
    commands.push(Array.from({ length: parts }, (_, place) => lines[2 * place + 2] ?? ''))
    rest = lines.slice(2 * parts + 1).join('\r\n')
  }
}

beforeEach(async () => {
  received.length = 0
  reply = () => '+OK\r\n'
  isSlow = false
  late = []
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    let pending = ''
    socket.on('data', chunk => {
      const { commands, rest } = takeCommands(pending + chunk.toString('latin1'))
      pending = rest
      for (const command of commands) {
        if (!isSetup(command)) received.push(command)
        const text = isSetup(command) ? answerSetup(command, socket) : reply(command)
        if (isSlow) late.push(() => socket.write(text))
        else socket.write(text)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await redis?.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function open(timeoutMs = 20_000): Promise<SharedRedis> {
  const { port } = server.address() as AddressInfo
  redis = await openRedis({ url: `redis://127.0.0.1:${port}`, prefix: 'p:', timeoutMs })
  const opened = redis
  await expect.poll(() => opened.usable(), POLL).toBe(true)
  received.length = 0
  return opened
}
const names = () => received.map(([name]) => name?.toUpperCase())

describe('a script', () => {
  it('is sent by its hash, with prefixed keys, and as text if the server does not know it', async () => {
    const shared = await open()
    reply = ([name]) => (name === 'EVALSHA' ? '-NOSCRIPT no\r\n' : ':7\r\n')
    expect(await shared.run(script, ['a', 'b'], ['x', 1])).toBe(7)
    expect(received[0]).toEqual(['EVALSHA', script.sha, '2', 'p:a', 'p:b', 'x', '1'])
    expect(received[1]?.[0]).toBe('EVAL')
    expect(received).toHaveLength(2)
    expect(shared).toMatchObject({ prefix: 'p:' })
    expect(shared.roundTrips()).toBe(1)
  })

  it('that fails on its data returns nothing, and says nothing about the server', async () => {
    const shared = await open()
    reply = () => '-ERR Error running script: OOM\r\n'
    for (let times = 0; times < 4; times++) expect(await shared.run(script, [], [])).toBeUndefined()
    expect(names()).toEqual(['EVALSHA', 'EVALSHA', 'EVALSHA', 'EVALSHA'])
    expect(shared.usable()).toBe(true)
    expect(shared.unavailableReason()).toBeUndefined()
  })

  it.each(['OOM', 'READONLY', 'NOAUTH'])(
    'refused with %s is the last until a write works again',
    async code => {
      const shared = await open()
      reply = () => `-${code} no\r\n`
      expect(await shared.run(script, [], [])).toBeUndefined()
      expect(shared.usable()).toBe(false)
      expect(await shared.run(script, [], [])).toBeUndefined()
      expect(names().filter(name => name === 'EVALSHA')).toHaveLength(1)
      reply = ([name]) => (name?.toUpperCase() === 'SET' ? '+OK\r\n' : ':7\r\n')
      await expect.poll(() => shared.usable(), POLL).toBe(true)
      expect(received.find(([name]) => name?.toUpperCase() === 'SET')).toEqual([
        expect.stringMatching(/^set$/i),
        'p:probe',
        '1',
        'PX',
        '1000',
      ])
      expect(await shared.run(script, [], [])).toBe(7)
    },
  )

  it('without an answer is given up; three in a row are the last', async () => {
    const shared = await open(400)
    const giveUp = async () => expect(await shared.run(script, [], [])).toBeUndefined()
    isSlow = true
    await giveUp()
    await giveUp()
    isSlow = false
    for (const send of late.splice(0)) send()
    await expect.poll(() => shared.run(script, [], []), POLL).toEqual(Buffer.from('OK'))
    isSlow = true
    await giveUp()
    await giveUp()
    expect(shared.usable()).toBe(true)
    await giveUp()
    expect(shared.unavailableReason()).toBe('Redis: no answer within 400 ms')
    const sent = shared.roundTrips()
    await giveUp()
    expect(shared.roundTrips()).toBe(sent)
  })
})

describe('the connection', () => {
  it('that is lost is reported at once, and used again when it is back', async () => {
    const shared = await open()
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => shared.usable(), POLL).toBe(false)
    expect(shared.unavailableReason()).toMatch(/^Redis: /)
    await expect.poll(() => shared.usable(), POLL).toBe(true)
    await shared.run(script, [], [])
    expect(names()).toContain('EVALSHA')
  })

  it('that is closed is not opened again, and no probe is sent', async () => {
    const shared = await open()
    await shared.close()
    await expect.poll(() => shared.unavailableReason(), POLL).toBe('Redis: the connection is lost')
    await expect.poll(() => [...sockets].every(socket => socket.destroyed), POLL).toBe(true)
    expect(await shared.run(script, [], [])).toBeUndefined()
    expect(received).toEqual([])
  })

  it('delivers the messages of the channel alone, also after it was lost', async () => {
    const shared = await open()
    const messages: string[] = []
    expect(shared.listening()).toBe(false)
    shared.listen('made', message => messages.push(message))
    await expect.poll(() => shared.listening(), POLL).toBe(true)
    const publish = (channel: string, message: string) =>
      subscriber?.write(
        `>3\r\n$7\r\nmessage\r\n$${channel.length}\r\n${channel}\r\n$${message.length}\r\n${message}\r\n`,
      )
    publish('p:other', 'a')
    publish('p:made', 'b')
    await expect.poll(() => messages, POLL).toEqual(['b'])
    subscriber?.destroy()
    await expect.poll(() => shared.listening(), POLL).toBe(false)
    await expect.poll(() => shared.listening(), POLL).toBe(true)
    publish('p:made', 'c')
    await expect.poll(() => messages, POLL).toEqual(['b', 'c'])
  })
})

it('a server that does not answer delays the start by a second at most', async () => {
  redis = await openRedis({ url: 'redis://127.0.0.1:1', prefix: '', timeoutMs: 100 })
  expect(redis.usable()).toBe(false)
  expect(redis.unavailableReason()).toMatch(/^Redis: /)
  expect(await redis.run(script, [], [])).toBeUndefined()
  expect(redis.roundTrips()).toBe(0)
})
