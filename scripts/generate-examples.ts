// Writes the sandbox's answer to each operation's example, shortened: the examples of docs/openapi.json.
import { writeFileSync } from 'node:fs'
import { exampleFile } from '../src/serve/http/openapi/answer-examples.ts'
import { collectExamples } from './examples/collect-examples.ts'

const collected = await collectExamples()
const byFile = Map.groupBy(collected, ({ entry }) => exampleFile(entry).href)
for (const [file, examples] of byFile) {
  const answers = Object.fromEntries(examples.map(({ entry, answer }) => [entry.operation.id, answer]))
  writeFileSync(new URL(file), `${JSON.stringify(answers, null, 2)}\n`)
}
