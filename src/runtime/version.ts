// The version of Wares, from package.json.
import { readFileSync } from 'node:fs'
import { packageRoot } from './package-files.ts'

export const version = (
  JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string }
).version
