// Prints the reader's score on the generated traps, and writes their pages for other readers: node scripts/score-traps.ts [folder]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProduct } from '#reader'
import { countTraps } from '../test/reader/traps/judge-traps.ts'
import { makeTraps } from '../test/reader/traps/trap-kinds.ts'
import { LOCALES } from '../test/reader/traps/trap-locales.ts'

const traps = makeTraps(LOCALES)
const { pages, right, wrong, missed, failures } = countTraps(
  traps,
  ({ html, url }) => readProduct(html, url).price,
)
console.log(`${pages} pages: ${right} right, ${wrong} wrong, ${missed} missed`)
for (const line of failures) console.log(`  ${line}`)

const [, , folder] = process.argv
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  for (const [place, { html }] of traps.entries()) writeFileSync(join(folder, `${place}.html`), html)
  writeFileSync(
    join(folder, 'traps.json'),
    JSON.stringify(traps.map(({ id, kind, url, price }) => ({ id, kind, url, price }))),
  )
}
