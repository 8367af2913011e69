// Freezes the answers of this checkout, so that a change of the code's structure can be compared with them byte for byte.
//   node scripts/freeze/run.ts OUT.json [--peers path/to/peers] [--only cases,platforms,sandbox,peers]
//   node scripts/freeze/run.ts --compare BEFORE.json AFTER.json
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { caseRows } from './case-rows.ts'
import { compareRows, type Rows } from './compare-rows.ts'
import { peerRows } from './peer-rows.ts'
import { platformRows } from './platform-rows.ts'
import { sandboxRows } from './sandbox-rows.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean' }, peers: { type: 'string' }, only: { type: 'string' } },
})

if (values.compare) {
  const [before, after] = positionals.map(file => JSON.parse(readFileSync(file, 'utf8')) as Rows)
  if (!before || !after) throw new Error('--compare takes two files')
  process.exitCode = compareRows(before, after) === 0 ? 0 : 1
} else {
  const [out] = positionals
  if (out === undefined) throw new Error('name the file to write')
  const { peers } = values
  const parts: Readonly<Record<string, () => Promise<Rows>>> = {
    cases: caseRows,
    platforms: platformRows,
    sandbox: sandboxRows,
    peers: () => (peers === undefined ? Promise.resolve({}) : peerRows(peers)),
  }
  const wanted = values.only?.split(',') ?? Object.keys(parts)
  const rows: Rows = {}
  for (const name of wanted) {
    Object.assign(rows, await parts[name]?.())
    console.log(`${name}: ${Object.keys(rows).length} rows so far`)
  }
  writeFileSync(out, JSON.stringify(rows, null, 1))
}
