// Scripted histories of watched lists through the real stores: no false alert, none twice, none missed, as the oracle by the text
// has it. `npm test` plays a sample; the table of docs/internals/catalog-rules.md is that of all (TEST_ALL=1).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { sample, TRIES_ALL } from '../../sample.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { replicaOf } from '../catalog/replicas.ts'
import { playList } from './list-play.ts'
import { allListHistories, LIST_HISTORIES } from './list-script.ts'

/** Prime to the number of kinds, so that a sample has all of them. */
const EVERY = 11

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })

  describe.each([
    ['one replica', false],
    ['two replicas that are interrupted', true],
  ] as const)('%s', (_, isInterrupted) => {
    it(
      `reports ${LIST_HISTORIES} histories as the oracle does`,
      async () => {
        const databases = isInterrupted ? [connections.database, connections.other] : [connections.database]
        const replicas = databases.map(replicaOf)
        const table = new Map<string, { histories: number; due: number }>()
        const wrong: string[] = []
        for (const history of sample(allListHistories(), EVERY)) {
          const verdict = await playList(replicas, history, isInterrupted)
          const row = table.get(history.kind) ?? { histories: 0, due: 0 }
          table.set(history.kind, { histories: row.histories + 1, due: row.due + verdict.due })
          wrong.push(...verdict.falseAlerts.map(text => `false: ${text}`))
          wrong.push(...verdict.doubled.map(text => `doubled: ${text}`))
          wrong.push(...verdict.missed.map(text => `missed: ${text}`))
          wrong.push(...verdict.changes)
        }
        expect(wrong).toEqual([])
        const all = [...table.values()].reduce((sum, row) => sum + row.due, 0)
        expect(all).toBeGreaterThan(100)
        if (!TRIES_ALL) return
        const lines = [...table].map(([kind, { histories, due }]) => `| ${kind} | ${histories} | ${due} |`)
        console.log(lines.join('\n'))
        const document = readFileSync(
          new URL('../../../docs/internals/catalog-rules.md', import.meta.url),
          'utf8',
        )
        for (const line of lines) expect(document).toContain(line)
      },
      TRIES_ALL ? 1_800_000 : 180_000,
    )
  })
})

it('the oracle shares no code with the program', () => {
  for (const file of ['list-oracle.ts', 'list-script.ts']) {
    const source = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
    const imports = [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from)
    expect(imports.every(from => /^\.\/|^\.\.\/histories\//.test(from ?? ''))).toBe(true)
  }
})
