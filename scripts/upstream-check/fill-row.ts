// Makes samples of a row: fills its templates with the values of the recorded file.
import type { ReadSample, Sample } from './sample.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * In every text, `{path.to.value}` is replaced. The values: `shop` and the further origins by name, `file`, `text` (the file),
 * `json` (the file, parsed), `item` and `index` of `each`, and those of `values`.
 */
export interface Row {
  readonly operation: string
  readonly file: string | readonly string[]
  /** The name of the file by default. */
  readonly name?: string
  /** Further values, where the file needs more than a path. */
  readonly values?: (text: string, read: ReadSample) => Values
  /** Path of a list, for one sample per item. */
  readonly each?: string
  readonly params?: Readonly<Record<string, string>>
  /** Bodies by URL. */
  readonly responses: Readonly<Record<string, Body>>
  /** Names of further origins, each `https://<name>.<site>.example`. */
  readonly origins?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
  readonly asked?: { readonly url: string } | null
}

/** A text, or JSON: alone, or as `{state}` in a page. */
type Body = string | { readonly json: unknown; readonly page?: string }

export function samplesOf(row: Row, site: string, read: ReadSample): Sample[] {
  const origins = Object.fromEntries(
    (row.origins ?? []).map(name => [name, `https://${name}.${site}.example`]),
  )
  return [row.file].flat().flatMap(file => {
    const text = read(file)
    const json: unknown = /^\s*[{[]/.test(text) ? JSON.parse(text) : undefined
    const shop = `https://${site}.example`
    const values = { shop, ...origins, file, text, json, ...row.values?.(text, read) }
    const items = row.each === undefined ? [undefined] : (lookUp(row.each, values) as readonly unknown[])
    return items.map((item, index) => fillRow(row, origins, { ...values, item, index }))
  })
}

function fillRow(row: Row, origins: Readonly<Record<string, string>>, values: Values): Sample {
  const { operation, settings, asked } = row
  const responses = Object.entries(row.responses).map(([url, body]) => [
    fillText(url, values),
    fillBody(body, values),
  ])
  return {
    operation,
    name: fillText(row.name ?? '{file}', values),
    params: fillTexts(row.params ?? {}, values),
    responses: Object.fromEntries(responses) as Record<string, string>,
    ...(row.origins ? { origins } : {}),
    ...(settings ? { settings } : {}),
    ...(asked === undefined ? {} : { asked: asked && fillTexts(asked, values) }),
  }
}

function fillBody(body: Body, values: Values): string {
  if (typeof body === 'string') return fillText(body, values)
  const state = fillJson(body.json, values)
  return body.page === undefined ? JSON.stringify(state) : fillText(body.page, { ...values, state })
}

function fillTexts(texts: Readonly<Record<string, string>>, values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillText(text, values)]))
}

function fillText(template: string, values: Values): string {
  return template.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = lookUp(path, values)
    return typeof value === 'string' ? value : inScript(value)
  })
}

/** A text that is nothing but a path becomes the value itself. */
function fillJson(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const path = /^\{([\w.]+)\}$/.exec(template)?.[1]
    return path === undefined ? fillText(template, values) : lookUp(path, values)
  }
  if (Array.isArray(template)) return template.map(one => fillJson(one, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, fillJson(one, values)]))
}

function lookUp(path: string, values: Values): unknown {
  let found: unknown = values
  for (const key of path.split('.')) found = (found as Values | undefined)?.[key]
  if (found === undefined) throw new Error(`${String(values.file)}: there is no ${path}`)
  return found
}

function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
