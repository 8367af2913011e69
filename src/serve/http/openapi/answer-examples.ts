// Example answers for the OpenAPI document: the sandbox's answer to each operation's example, shortened.
import { existsSync, readFileSync } from 'node:fs'
import { isComposite, type Registry, type RegisteredOperation } from '../../../answer/request/registry.ts'

/** Examples by operation id. */
export type AnswerExamples = Readonly<Record<string, unknown>>

/** Each site has them in its own folder; `npm run docs` writes them. */
export function exampleFile(entry: RegisteredOperation): URL {
  const folder = isComposite(entry)
    ? '../../../answer/operations'
    : `../../../../adapters/sites/${entry.site.name}`
  return new URL(`${folder}/example-answers.json`, import.meta.url)
}

export function readAnswerExamples({ entries }: Registry): AnswerExamples {
  const files = new Set(entries.map(entry => exampleFile(entry).href))
  const existing = [...files].map(href => new URL(href)).filter(file => existsSync(file))
  return Object.assign(
    {},
    ...existing.map(file => JSON.parse(readFileSync(file, 'utf8')) as AnswerExamples),
  ) as AnswerExamples
}
