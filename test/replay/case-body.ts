// Reads and replaces the bodies of a recorded case.
import { Buffer } from 'node:buffer'
import type { Case } from './find-cases.ts'

export function bodyOf(one: Case, index: number): string {
  const content = one.har.log.entries[index]?.response.content
  if (content?._file !== undefined) return Buffer.from(one.readBody(content._file)).toString()
  return content?.encoding === 'base64'
    ? Buffer.from(content.text ?? '', 'base64').toString()
    : (content?.text ?? '')
}

export function bodiesOf(one: Case): string[] {
  return one.har.log.entries.map((_entry, index) => bodyOf(one, index))
}

export function withBody(one: Case, index: number, text: string): Case {
  const entry = one.har.log.entries[index]
  if (!entry) throw new Error(`${one.name} has no entry ${index}`)
  const mimeType = entry.response.content?.mimeType ?? ''
  const entries = one.har.log.entries.with(index, {
    ...entry,
    response: { ...entry.response, content: { mimeType, text } },
  })
  return { ...one, har: { log: { ...one.har.log, entries } } }
}
