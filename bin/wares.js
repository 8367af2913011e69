#!/usr/bin/env node
// Starts Wares under a Node that can run it: this one, or the one that `npm ci` has put beside it. CommonJS and old syntax on
// purpose (bin/package.json): a Node that is too old must understand this file to say so.
const { spawn } = require('child_process')
const { existsSync } = require('fs')
const module_ = require('module')
const { constants } = require('os')
const { join } = require('path')

const needed = [22, 19]
const version = process.versions.node.split('.').map(Number)
const recent = version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1])

if (recent) {
  // Below the launcher (see runWith): when that is killed, this ends as on SIGTERM.
  if (process.channel) {
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }
  // Compiled code is kept between runs, and for the processes that this one starts: a command answers in half the time.
  const directory = module_.enableCompileCache().directory
  if (directory) process.env.NODE_COMPILE_CACHE = directory
  // The clone runs its sources; the package holds only what was built from them.
  const inClone = existsSync(join(__dirname, '../src/cli/main.ts'))
  import(inClone ? '../src/cli/main.ts' : '../dist/src/cli/main.js').catch(fail)
} else {
  const pinned = findPinnedNode()
  if (pinned) runWith(pinned)
  else {
    console.error(
      'Wares needs Node ' +
        needed.join('.') +
        ' or newer, this is ' +
        process.versions.node +
        (existsSync(join(__dirname, '../package-lock.json'))
          ? '; run `npm ci`, which brings one, or install a newer Node.'
          : '; install a newer Node.'),
    )
    process.exitCode = 1
  }
}

function findPinnedNode() {
  const system = process.platform.replace('win32', 'win') + '-' + process.arch
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return ['node-', 'node-bin-']
    .map(prefix => join(__dirname, '../node_modules', prefix + system, 'bin', file))
    .find(path => existsSync(path))
}

function runWith(node) {
  const child = spawn(node, [__filename].concat(process.argv.slice(2)), {
    // The channel carries no messages: it closes with this process, however that ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error('Node could not be started: ' + error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    // Without a word, a process that the system ended for its memory would look like a command that failed.
    if (signal) console.error('Wares was ended by ' + signal + '.')
    process.exit(signal ? 128 + constants.signals[signal] : code)
  })
}

/** What a command throws is printed by src/cli/main.ts; this is for what could not even be loaded. */
function fail(error) {
  const missing = /^Cannot find (?:package|module) '([^']+)'/.exec(error.message)
  if (String(error.code).endsWith('MODULE_NOT_FOUND') && missing)
    console.error(`This installation is incomplete: ${missing[1]} is missing. Install Wares again.`)
  else console.error(error.name === 'OperatorError' ? error.message : error.stack)
  process.exitCode = 1
}
