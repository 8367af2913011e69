#!/usr/bin/env node
// Starts Wares under a Node that can run it: this one, or the one that `npm ci` has put beside it. Old syntax on purpose.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const needed = [22, 19]
const version = process.versions.node.split('.').map(Number)
const recent = version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1])

if (recent) {
  hideSqliteNotice()
  // Compiled code is kept between runs, and for the processes that this one starts: a command answers in half the time.
  const { directory } = module.enableCompileCache()
  if (directory) process.env.NODE_COMPILE_CACHE = directory
  // The clone runs its sources; the package holds only what was built from them.
  const inClone = existsSync(new URL('../src/cli/main.ts', import.meta.url))
  await import(inClone ? '../src/cli/main.ts' : '../dist/src/cli/main.js')
} else {
  const pinned = ['node-', 'node-bin-']
    .map(
      prefix =>
        new URL(
          '../node_modules/' +
            prefix +
            process.platform.replace('win32', 'win') +
            '-' +
            process.arch +
            '/bin/node',
          import.meta.url,
        ),
    )
    .map(url => fileURLToPath(url) + (process.platform === 'win32' ? '.exe' : ''))
    .find(path => existsSync(path))
  if (pinned) {
    const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  } else {
    console.error(
      'Wares needs Node ' +
        needed.join('.') +
        ' or newer, this is ' +
        process.versions.node +
        (existsSync(new URL('../package-lock.json', import.meta.url))
          ? '; run `npm ci`, which brings one, or install a newer Node.'
          : '; install a newer Node.'),
    )
    process.exit(1)
  }
}

/** Node 22 announces node:sqlite as experimental at every start; what we use of it has not changed since. */
function hideSqliteNotice() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental')) emitWarning.call(process, warning, ...rest)
  }
}
