// Hosts that are tried are sent to until the operator configures them; only so many are kept.
import { expect, it } from 'vitest'
import type { ReaderConfig, ReaderHost } from '../config/reader-config.ts'
import { createTriedHosts } from './tried-hosts.ts'

const limits = { requestsPerSecond: 1, concurrency: 1, timeoutMs: 1, render: 'none' } as const
const entry = (host: string): ReaderHost => ({ host, ...limits })
const readerOf = (...hosts: string[]): ReaderConfig => ({
  ...limits,
  hosts: hosts.map(entry),
  sandboxOrigins: [],
  breaker: { failures: 1, openMs: 1 },
})
const namesOf = ({ hosts }: ReaderConfig) => hosts.map(({ host }) => host)

it('without a try, the settings are as they are', () => {
  const reader = readerOf('a.example')
  expect(createTriedHosts().withTried(reader)).toBe(reader)
})

it('a host that the operator has configured since keeps its settings', () => {
  const tried = createTriedHosts()
  tried.add([entry('b.example'), entry('c.market.example'), entry('http://127.0.0.1:9')])
  const before = readerOf('a.example')
  expect(namesOf(tried.withTried(before))).toEqual([
    'a.example',
    'b.example',
    'c.market.example',
    'http://127.0.0.1:9',
  ])
  expect(tried.withTried(before)).toBe(tried.withTried(before))
  const after = readerOf('*.market.example', 'b.example')
  expect(namesOf(tried.withTried(after))).toEqual(['*.market.example', 'b.example', 'http://127.0.0.1:9'])
})

it('the host that was tried longest ago is forgotten', () => {
  const tried = createTriedHosts(2)
  tried.add([entry('a.example'), entry('b.example')])
  tried.add([{ ...entry('a.example'), render: 'browser' }])
  tried.add([entry('c.example')])
  expect(namesOf(tried.withTried(readerOf()))).toEqual(['a.example', 'c.example'])
  expect([tried.find('a.example')?.render, tried.find('b.example')]).toEqual(['browser', undefined])
})
