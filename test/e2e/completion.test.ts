// `wares completion` in real shells: typed on a terminal in bash and zsh, queried from fish. Missing shells are skipped with
// a warning.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../services.ts'
import { run, wares } from './process.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('completion')
const bash = findProgram('bash')
const zsh = findProgram('zsh')
const fish = findProgram('fish')

beforeAll(async () => {
  mkdirSync(join(folder, 'fpath'))
  for (const [shell, file] of Object.entries({
    bash: 'wares.bash',
    zsh: 'fpath/_wares',
    fish: 'wares.fish',
  })) {
    const { stdout } = await wares(['completion', shell])
    writeFileSync(join(folder, file), stdout)
  }
  writeFileSync(join(folder, 'catalog.ndjson'), '')
})

/** What is typed, and the completions offered for it. */
const table: [string, string[]][] = [
  ['wares do', ['doctor']],
  ['wares keys r', ['revoke', 'rotate']],
  ['wares keys create --name me --e', ['--expires']],
  [
    'wares keys create --scope watch',
    [
      'watches',
      'watches:all',
      'watchmarket',
      'watchmarket.filters',
      'watchmarket.product',
      'watchmarket.search',
    ],
  ],
  ['wares call sneakerhub.p', ['sneakerhub.prices', 'sneakerhub.product']],
  ['wares call sneakerhub.prices ', ['--country', '--id', '--json', '--output']],
  ['wares call sneakerhub.prices --output ', ['csv', 'csv-excel', 'json', 'ndjson', 'parquet', 'table']],
  ['wares ops sneakerhub.p', ['sneakerhub.prices', 'sneakerhub.product']],
  ['wares call --har some.har sneakerhub.prices --c', ['--country']],
  ['wares call sneakerhub.prices --id 1044287 --country ', ['FR', 'UK', 'US']],
  ['wares bulk run in.ndjson --o', ['--out']],
  [`wares bulk run ${folder}/cat`, ['catalog.ndjson']],
  [`wares bulk run in.ndjson --out ${folder}/cat`, ['catalog.ndjson']],
  ['wares help com', ['completion']],
  ['wares completion z', ['zsh']],
]

/** A single candidate is inserted into the line; for several, a second Tab lists them below it. */
async function expectCompletions(terminal: Terminal, line: string, wanted: readonly string[]): Promise<void> {
  terminal.clear()
  terminal.type(`${line}\t${wanted.length > 1 ? '\t' : ''}`)
  const escaped = wanted.map(word => word.replaceAll('.', '\\.'))
  const [only = ''] = escaped
  const list = `\\n${escaped.join('[ *]+')}\\s`
  try {
    await terminal.until(new RegExp(escaped.length > 1 ? list : `${only}[\\s/]`))
  } finally {
    // Clears the line for the next test.
    terminal.type('\u0015')
  }
}

describe.runIf(bash)('completion in bash', () => {
  let terminal: Terminal
  beforeAll(async () => {
    // On a dumb terminal, bash would scroll long lines sideways.
    terminal = openTerminal('bash --norc --noprofile -i', { TERM: 'xterm', PS1: '> ' })
    const settings =
      "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; bind 'set show-all-if-ambiguous on'"
    terminal.type(`source ${folder}/wares.bash; ${settings}; echo rea''dy\n`)
    await terminal.until(/ready\r?\n/)
  })
  afterAll(() => terminal.close())

  it.each(table)('%s', (line, wanted) => expectCompletions(terminal, line, wanted))
})

describe.runIf(zsh)('completion in zsh', () => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = openTerminal('zsh -f -i')
    const settings = `fpath=(${folder}/fpath $fpath); autoload -Uz compinit; compinit -u -D; setopt no_auto_menu no_beep`
    terminal.type(`${settings}; echo rea''dy\n`)
    await terminal.until(/ready\r?\n/)
  })
  afterAll(() => terminal.close())

  it.each(table)('%s', (line, wanted) => expectCompletions(terminal, line, wanted))
})

describe.runIf(fish)('completion in fish', () => {
  it.each(table)('%s', async (line, wanted) => {
    const { stdout, stderr } = await run('fish', [
      '--no-config',
      '-c',
      `source ${folder}/wares.fish; complete -C '${line}'`,
    ])
    expect(stderr).toBe('')
    const words = stdout.trim().split('\n')
    expect(words.map(word => word.replace(/^.*\//, ''))).toEqual(wanted)
  })
})
