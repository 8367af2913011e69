// Builds the pages for people after `npm ci`. Without the build tools (`--omit=dev`) it keeps what was built before.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

if (existsSync(VITE)) {
  const { status } = spawnSync(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  const kept = existsSync(`${ROOT}web/dist/index.html`)
    ? 'web/dist is used as it is'
    : 'there will be no explorer'
  console.log(`The build tools are not installed: ${kept}.`)
}
