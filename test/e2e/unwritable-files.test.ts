// A file or folder that cannot be written is one sentence with its name, whatever the command, and never a stack trace.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { RECORDINGS_FOLDER } from '../../src/record/recordings/recording-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type ProcessResult, startServer, wares } from './process.ts'

const folder = temporaryFolder('unwritable')
const env = { WARES_DATA: join(folder, 'data') }
const input = join(folder, 'inputs.ndjson')
writeFileSync(input, '{"operation":"sneakerhub.none","params":{}}\n')

beforeAll(() => startServer(env))

function expectSentence({ code, stderr }: ProcessResult, sentence: string | RegExp): void {
  expect(stderr.trim()).toMatch(sentence)
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(code).toBe(1)
}

const missing = (name: string) => join(folder, 'missing', name)

it.each([
  ['usage', '--out', missing('usage.csv')],
  ['usage', '--out', missing('usage.parquet')],
  ['bulk', 'run', input, '--out', missing('bulk.csv')],
  ['bulk', 'run', input, '--out', missing('bulk.parquet')],
  ['catalog', 'lamps.example', '--local', '--out', missing('products.csv')],
  ['watch', 'changes', '--out', missing('changes.csv')],
  ['watch', 'export', '--out', missing('watches.csv')],
])('wares %s %s %s into a missing folder', async (...args) => {
  const file = args.at(-1) ?? ''
  expectSentence(await wares(args, env), `${file} cannot be written: its folder does not exist.`)
})

it('wares watch history into a folder that is a file', async () => {
  const sentence = `${join(input, 'history.parquet')} cannot be written: its folder is a file.`
  expectSentence(await wares(['watch', 'history', '--out', input], env), sentence)
})

it.each(['csv', 'parquet'])('wares usage onto a full disk: %s', async ending => {
  const file = join(folder, `full.${ending}`)
  symlinkSync('/dev/full', `${file}.partial`)
  expectSentence(await wares(['usage', '--out', file], env), `${file} cannot be written: the disk is full.`)
})

it('wares bulk run whose results do not fit', async () => {
  const file = join(folder, 'full.bulk.parquet')
  symlinkSync('/dev/full', `${file}.partial`)
  const reply = await wares(['bulk', 'run', input, '--out', file], env)
  expectSentence(reply, `${file} cannot be written: the disk is full.`)
})

it('wares start with a data folder that nobody can make', async () => {
  const sentence = /^The database \/proc\/x\/wares.db cannot be used: its folder does not exist\.$/
  expectSentence(await wares(['start'], { WARES_DATA: '/proc/x', WARES_PORT: '0' }), sentence)
})

it('wares replay --export into a folder that nobody can make', async () => {
  mkdirSync(join(folder, 'data', RECORDINGS_FOLDER), { recursive: true })
  const reply = await wares(['replay', '--export', '/proc/x'], env)
  expectSentence(reply, '/proc/x cannot be written: its folder does not exist.')
})
