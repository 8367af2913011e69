// Writes what the documents repeat of the definitions: the table of operations in README.md, and docs/errors.md.
// `--check` writes nothing and fails when a document is not current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRegistry } from '../src/engine/registry.ts'
import { type FaultCode, faultTable } from '../src/kit/fault.ts'
import { sites } from '../src/sites/index.ts'

const documents: Record<string, (old: string) => string> = {
  'README.md': old =>
    old.replace(
      /(<!-- operations:[^\n]*-->\n)[\s\S]*?(<!-- \/operations -->)/,
      (_, head: string, foot: string) => `${head}${operationsTable()}${foot}`,
    ),
  'docs/errors.md': () => errorsPage(),
}

function operationsTable(): string {
  const rows = createRegistry(sites).entries.map(({ operation, path }) => {
    const names = Object.keys(operation.params)
    const shown = names
      .slice(0, 5)
      .map(name => `\`${name}\``)
      .join(' ')
    const more = names.length > 5 ? ` and ${names.length - 5} filters` : ''
    return `| ${operation.number} | \`${operation.id}\` | \`${path}\` | ${shown}${more} | ${operation.summary} |`
  })
  return ['| # | operation | path | parameters | answers |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}

function errorsPage(): string {
  const codes = Object.keys(faultTable) as FaultCode[]
  const rows = codes.map(code => {
    const { status, whose, retryable, when, next } = faultTable[code]
    return `| \`${code}\` | ${status} | ${whose} | ${retryable ? 'yes' : 'no'} | ${when} | ${next} |`
  })
  return [
    '# Errors',
    '',
    'Every failure is an `application/problem+json` document (RFC 9457) with a `code` of this closed table. `retryable` in the',
    'document says whether the same request may succeed later; `Retry-After` says when. `request_id` is what to quote to the',
    'operator. For bad parameters, `errors` names each one. This page is made by `npm run docs`.',
    '',
    '| code | status | whose | retry | when | what to do |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const check = process.argv.includes('--check')
for (const [file, make] of Object.entries(documents)) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const made = make(old)
  if (made === old) continue
  if (check) {
    console.error(`${file} is not current; run \`npm run docs\`.`)
    process.exitCode = 1
  } else writeFileSync(file, made)
}
