// Builds the web pages after `npm ci`. Without the build tools (`--omit=optional`) it keeps the previous build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

const isBuilt = existsSync(`${ROOT}web/dist/index.html`)
// `npx wares` and `npm link` run this script as well; the pages of a running server must not be rebuilt under it.
const isPassing = ['exec', 'link'].includes(process.env.npm_command ?? '')

if (isBuilt && isPassing) {
  // Nothing to do.
} else if (existsSync(VITE)) {
  const { status } = spawnSync(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  const kept = isBuilt ? 'web/dist is used as it is' : 'there will be no explorer'
  console.log(`The build tools are not installed: ${kept}.`)
}
