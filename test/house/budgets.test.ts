// The house gets smaller, or stays: lines of the product and of the tools, and rooms of src. Decision 015 has the goals and what is allowed today.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const DECISION = readFileSync(join(ROOT, 'docs/decisions/015-budgets.md'), 'utf8')

/** Tests, fixtures, generated files and the shops of the sandbox are nobody's burden to read. */
const files = globSync('{src,reader/src,adapters,web,scripts,bench}/**/*.{ts,tsx,css,py}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', 'web/dist/**'],
}).filter(
  file =>
    !/\.test\.|\/cases\/|\/fixtures?\/|-fixture\.ts$|\.d\.ts$|\.config\.ts$|printed-operations\.ts$/.test(
      file,
    ) && !/(^|\/)sandbox\/|^(sites|platforms)\/([^/]+\/)?shop\//.test(file),
)
const isTool = (file: string) => /^(scripts|bench)\//.test(file)
const linesOf = (some: readonly string[]) =>
  some.reduce((sum, file) => sum + readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1, 0)
const rooms = new Set(files.flatMap(file => /^src\/([^/]+)\//.exec(file)?.[1] ?? []))

/** `| product | 100,000 | 107,000 | why |` */
function budgetOf(name: string): { goal: number; most: number } {
  const [, goal = '', most = ''] =
    new RegExp(`^\\| ${name} \\| ([\\d,]+) \\| ([\\d,]+) \\|`, 'm').exec(DECISION) ?? []
  return { goal: Number(goal.replaceAll(',', '')), most: Number(most.replaceAll(',', '')) }
}

it.each([
  ['product', linesOf(files.filter(file => !isTool(file))), 500],
  ['tools', linesOf(files.filter(isTool)), 500],
  ['rooms of src', rooms.size, 0],
])('%s: %i, and never more than decision 015 allows', (name, size, slack) => {
  const { goal, most } = budgetOf(name)
  if (size > goal) console.log(`${name}: ${size}, ${size - goal} above the goal of ${goal}`)
  expect(size).toBeLessThanOrEqual(most)
  // What was taken away does not come back: lower the number.
  if (most > goal) expect(most - size).toBeLessThanOrEqual(slack)
})

it('a folder of src shows at most 25 files side by side', () => {
  const side = Map.groupBy(
    files.filter(file => file.startsWith('src/')),
    file => dirname(file),
  )
  const crowded = [...side].filter(([, own]) => own.length > 25).map(([folder, own]) => [folder, own.length])
  expect(crowded).toEqual([])
})
