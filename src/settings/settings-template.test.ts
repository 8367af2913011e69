// The file that `wares init` writes is valid as it is and documents the defaults.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { settingsTemplate } from './settings-template.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-template-'))
const file = join(folder, 'wares.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const sites = [{ name: 'shoes' }]
const template = settingsTemplate('./wares.schema.json', 'shoes')

/** What the settings mean: an empty group in the file is none. */
function configOf(text: string) {
  writeFileSync(file, text)
  const { settings: _, ...config } = readConfig(sites, { WARES_CONFIG: file })
  return config
}

describe('the file of wares init', () => {
  const defaults = configOf('')

  it('begins with the schema for editors', () => {
    expect(template.split('\n', 1)).toEqual(['# yaml-language-server: $schema=./wares.schema.json'])
  })

  it('changes no setting', () => {
    expect(configOf(template)).toEqual(defaults)
  })

  it('states the defaults once the first column of # is removed', () => {
    const uncommented = template.replaceAll(/^#/gm, '')
    expect(uncommented).toMatch(/^port: 8080$/m)
    expect(configOf(uncommented.replace(/^ yaml-language.*\n.*\n.*\n/, ''))).toEqual(defaults)
  })
})
