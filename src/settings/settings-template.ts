// The file that `wares init` writes: every setting with its description, commented out, and the schema for editors.
import { stringify } from 'yaml'
import { leavesOf, type SettingLeaf } from './read-settings.ts'
import { settingsSchema } from './settings-schema.ts'
import type { ConfigurableSite } from './site-settings.ts'

/** The JSON Schema with which editors complete and check wares.yaml. */
export function editorSchema(sites: readonly ConfigurableSite[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'wares.yaml',
    ...settingsSchema(sites),
  }
}

/** `schemaPath` is relative to the file. Without its first column of `#`, the file states the defaults. */
export function settingsTemplate(schemaPath: string, exampleSite: string): string {
  const groups = Map.groupBy(
    leavesOf(settingsSchema()).filter(({ path }) => path[0] !== 'sites'),
    ({ path }) => path[0] ?? '',
  )
  return [
    `# yaml-language-server: $schema=${schemaPath}`,
    '# Settings of Wares. All are optional: remove the # before a setting to change it.',
    '# WARES_* variables override this file. `wares config` prints the effective settings.',
    '',
    ...Array.from(groups, ([name, leaves]) => groupText(name, leaves)),
    '## The sites. A site without an origin is disabled, or uses the sandbox.',
    '#sites:',
    `#  ${exampleSite}:`,
    '##    origin: https://shop.example',
    '##    requests_per_second: 1',
    '',
  ].join('\n')
}

function groupText(name: string, leaves: readonly SettingLeaf[]): string {
  const isGroup = leaves.some(({ path }) => path.length > 1)
  if (!isGroup) return `${leaves.map(leaf => leafText(leaf, '')).join('\n')}\n`
  const inner: string[] = [`#${name}:`]
  let open: readonly string[] = [name]
  for (const leaf of leaves) {
    const above = leaf.path.slice(0, -1)
    for (const [depth, key] of above.entries())
      if (open[depth] !== key) inner.push(`#${'  '.repeat(depth)}${key}:`)
    open = above
    inner.push(leafText(leaf, '  '.repeat(above.length)))
  }
  return `${inner.join('\n')}\n`
}

function leafText({ path, schema, env, unset }: SettingLeaf, indent: string): string {
  const choices = 'enum' in schema ? `: ${(schema.enum as string[]).join(', ')}` : ''
  const about = `${schema.description ?? ''}${choices}`.replaceAll('`', '')
  const notes = [
    ...(schema.default === undefined && unset ? [`default: ${unset.replaceAll('`', '')}`] : []),
    ...(env ? [env] : []),
  ]
  const value = schema.default === undefined ? '' : ` ${stringify(schema.default, { lineWidth: 0 }).trim()}`
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  return `##${indent} ${about}${note}\n#${indent}${path.at(-1)}:${value}`
}
