// Checks docs/openapi.json with the tools that people use, one line each.
// npm run openapi:tools
import { existsSync, readFileSync, rmSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ExampleServer, withExampleServer } from '../examples/example-server.ts'
import { checkFetchClient, checkGeneratedSdk } from './generated-clients.ts'
import { checkMock, checkProxy } from './prism.ts'
import { checkPatterns } from './re2-patterns.ts'
import { runCommand, tool } from './run-command.ts'

const here = import.meta.dirname
const root = join(here, '../..')
const documentFile = join(root, 'docs/openapi.json')
const work = join(here, 'node_modules/.work')

if (!existsSync(join(here, 'node_modules')))
  await runCommand('npm', ['install', '--no-package-lock', '--ignore-scripts'], here)
rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as Record<string, unknown>
type Check = (server: ExampleServer) => Promise<string>

const checks: Readonly<Record<string, Check>> = {
  Spectral: () =>
    tool('spectral', 'lint', documentFile, '-r', join(here, 'spectral.yaml'), '--fail-severity=hint'),
  Redocly: async () => {
    const output = await tool('redocly', 'lint', documentFile, '--extends=recommended')
    if (/warning/i.test(output)) throw new Error(output)
    return output
  },
  Scalar: () => tool('scalar', 'document', 'validate', documentFile),
  RE2: () => checkPatterns(document),
  'Prism as a proxy': server => checkProxy(documentFile, server),
  'Prism as a mock': server => checkMock(documentFile, document, server),
  'openapi-typescript': server => checkFetchClient(documentFile, join(work, 'fetch'), server),
  '@hey-api/openapi-ts': server => checkGeneratedSdk(documentFile, join(work, 'sdk'), server),
}

const wanted = process.argv.slice(2)
await withExampleServer(async server => {
  for (const [name, check] of Object.entries(checks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    try {
      await check(server)
      console.log(`${name}: ok`)
    } catch (error) {
      console.log(`${name}: FAILED\n${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
})
