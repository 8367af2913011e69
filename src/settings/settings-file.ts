// Parses wares.yaml: its settings, and the line of each.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Node } from 'yaml'
import { operatorError } from '../runtime/operator-error.ts'
import { readSettingsText } from './settings-text.ts'

export interface SettingsFile {
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
  /** `wares.yaml:12:3`; only the file name for a setting that is not in the file. */
  placeOf(path: readonly string[]): string
}

const FILE_NAME = 'wares.yaml'

/** Where the settings are; `configured` is the value of WARES_CONFIG. */
export function settingsPath(configured: string | undefined): string {
  return configured ?? join(process.cwd(), FILE_NAME)
}

export function readSettingsFile(configured: string | undefined): SettingsFile {
  const name = configured ?? FILE_NAME
  const path = settingsPath(configured)
  const text = readSettingsText(path)
  if (text === undefined) {
    if (configured) throw operatorError(`WARES_CONFIG names ${path}, which does not exist.`)
    return { name, settings: {}, placeOf: () => name }
  }
  return parseSettings(text, name)
}

/** Settings passed by a program as an object. */
export function settingsFromOptions(options: object): SettingsFile {
  const name = 'startWares'
  return { name, settings: withoutUndefined(options) as SettingsFile['settings'], placeOf: () => name }
}

/** Loads the parser only if there is a file to parse. */
const requireModule = createRequire(import.meta.url)
const yaml = () => requireModule('yaml') as typeof import('yaml')

function parseSettings(text: string, name: string): SettingsFile {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const [error] = document.errors
  if (error) throw operatorError(`${at(error.pos[0])}: this is not valid YAML: ${error.message}`)
  const settings = toSettings(() => document.toJS(), name)
  if (settings !== undefined && (typeof settings !== 'object' || Array.isArray(settings))) {
    throw operatorError(`${name} must be a map of settings.`)
  }
  return {
    name,
    settings: (settings ?? {}) as SettingsFile['settings'],
    placeOf(path) {
      const key = keyNode(document.contents, path)
      return key?.range ? at(key.range[0]) : name
    },
  }
}

/** Aliases that multiply each other, or that contain themselves, fail only here. */
function toSettings(toJs: () => unknown, name: string): unknown {
  try {
    return withoutNull(toJs())
  } catch (error) {
    throw operatorError(`${name}: its aliases (*name) expand too far; write the settings out.`, error)
  }
}

function keyNode(root: Node | null, path: readonly string[]): Node | undefined {
  const { isMap, isScalar, isSeq, isNode } = yaml()
  let here: unknown = root
  let key: Node | undefined
  for (const name of path) {
    if (isSeq(here)) {
      here = here.items[Number(name)]
      if (isNode(here)) key = here
      continue
    }
    const pair = isMap(here)
      ? here.items.find(one => isScalar(one.key) && String(one.key.value) === name)
      : undefined
    if (!pair) return key
    key = pair.key as Node
    here = pair.value
  }
  return key
}

/** A name without a value is null in YAML and counts as unset. */
function withoutNull(value: unknown): unknown {
  return value === null ? undefined : withoutUndefined(value, withoutNull)
}

function withoutUndefined(value: unknown, inside: (inner: unknown) => unknown = withoutUndefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, inside(inner)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}
