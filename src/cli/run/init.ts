// `wares init`: writes a wares.yaml with every setting commented out, and the schema for editors.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { editorSchema, settingsTemplate } from '../../settings/settings-template.ts'
import { writeError } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { sites } from '../../../adapters/sites/index.ts'

const SCHEMA = 'wares.schema.json'

export function initCommand(): Command {
  return new Command('init')
    .argument('[file]', 'where to write the settings', 'wares.yaml')
    .option('--force', 'overwrite an existing file')
    .addHelpText('after', `\nWrites ${SCHEMA} next to it, for completion and checks in an editor.`)
    .action(init)
}

function init(file: string, { force = false }: { force?: boolean }): void {
  const schema = join(dirname(file), SCHEMA)
  const flag = force ? 'w' : 'wx'
  const [first] = sites
  write(file, settingsTemplate(`./${SCHEMA}`, first?.name ?? ''), flag)
  // The schema is generated, so it may be overwritten.
  write(schema, `${JSON.stringify(editorSchema(sites), null, 2)}\n`, 'w')
  console.log(`Wrote ${file} and ${schema}. \`wares config\` prints the effective settings.`)
}

function write(file: string, text: string, flag: string): void {
  try {
    writeFileSync(file, text, { flag })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw operatorError(`${file} cannot be written: it exists; --force overwrites it.`, error)
    throw writeError(file, error)
  }
}
