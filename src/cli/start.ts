// `wares start`: runs the API and everything it needs until it is stopped.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { curlLine } from '../http/curl-line.ts'
import { type RunningServer, startServer } from '../main.ts'
import { sites } from '../../sites/index.ts'
import { ensureSandboxKey } from './sandbox-key.ts'

export function startCommand(): Command {
  return new Command('start').action(start)
}

async function start(): Promise<void> {
  const config = readConfig(sites)
  const running = await startServer(config)
  closeOnSignal(running)
  const key = running.sandboxOrigin ? await ensureSandboxKey(running.store.keys, config.dataDir) : undefined
  console.log(greeting(running, key))
}

function greeting(running: RunningServer, key: string | undefined): string {
  const { address, finderAddress, sandboxOrigin, registry, workers } = running
  const first = registry.entries.find(entry => !entry.operation.open)
  const lines = [
    `Wares is ready.`,
    ``,
    `  API        ${address}`,
    ...(finderAddress === address ? [] : [`  Finder     ${finderAddress}`]),
    `  Explorer   ${address}/`,
    `  Reference  ${address}/docs`,
    ...(sandboxOrigin ? [`  Sandbox    ${sandboxOrigin}/   (test shops with synthetic products)`] : []),
    `  Workers    ${workers === 0 ? 'none (pages are read on the main thread)' : `up to ${workers} (threads that read pages)`}`,
    ...(key ? [`  Key        ${key}   (for the sandbox)`] : []),
    ``,
  ]
  if (key && first) lines.push('Try it:', `  ${curlLine(first, address, key)}`)
  else lines.push('Make a key:', '  npx wares keys create --name me')
  return lines.join('\n')
}

function closeOnSignal(running: RunningServer): void {
  let stopping = false
  const stop = () => {
    // A second signal means: now.
    if (stopping) process.exit(1)
    stopping = true
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
