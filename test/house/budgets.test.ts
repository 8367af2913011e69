// No folder of src outgrows its budget unnoticed: lines per folder, and files side by side. Decision 050 has the table and the reasons.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const DECISION = readFileSync(join(ROOT, 'docs/decisions/050-budgets.md'), 'utf8')
/** Generated files and tests are nobody's burden to read. */
const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
  file => !/\.test\.ts$|-fixture\.ts$|printed-operations\.ts$/.test(file),
)

/** `| watch | 9,000 | why |` */
const budgets = new Map(
  Array.from(DECISION.matchAll(/^\| `([a-z]+)` \| ([\d,]+) \|/gm), ([, folder = '', lines = '']) => [
    folder,
    Number(lines.replaceAll(',', '')),
  ]),
)

function linesByFolder(): Map<string, number> {
  const lines = new Map<string, number>()
  for (const file of files) {
    const folder = file.split('/')[1]?.replace('.ts', '') ?? ''
    const own = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
    lines.set(folder, (lines.get(folder) ?? 0) + own)
  }
  return lines
}

describe('a folder of src', () => {
  it('stays within its budget of lines (else: less code, or a line in decision 050 that says why)', () => {
    const beyond = [...linesByFolder()].flatMap(([folder, lines]) =>
      lines > (budgets.get(folder) ?? 300) ? [`${folder}: ${lines} of ${budgets.get(folder) ?? 300}`] : [],
    )
    expect(beyond).toEqual([])
  })

  it('has a budget that is not far above what it needs', () => {
    const lines = linesByFolder()
    const loose = [...budgets].filter(([folder, budget]) => budget > (lines.get(folder) ?? 0) * 1.1 + 100)
    expect(loose).toEqual([])
  })

  it('shows at most 25 files side by side', () => {
    const side = Map.groupBy(files, file => dirname(file))
    const crowded = [...side]
      .filter(([, own]) => own.length > 25)
      .map(([folder, own]) => [folder, own.length])
    expect(crowded).toEqual([])
  })
})
