// Starts the sandbox in its own process and waits until it is ready.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { operatorError } from '../runtime/operator-error.ts'
import { moduleExtension } from '../runtime/package-files.ts'
import type { SandboxMessage } from '../runtime/sandbox-protocol.ts'

export interface Sandbox {
  readonly port: number
  readonly origin: string
  stop(): Promise<void>
}

export interface SandboxOptions {
  /** Loopback by default. */
  readonly host?: string
  /** 0 for any free port. */
  readonly port: number
  readonly seed: number
  /** 0 by default: the shops do not change. */
  readonly speed?: number
}

export function startSandbox({
  host = '127.0.0.1',
  port,
  seed,
  speed = 0,
}: SandboxOptions): Promise<Sandbox> {
  const main = fileURLToPath(new URL(`../../sandbox/main.${moduleExtension}`, import.meta.url))
  const options = { host, port, seed, speed }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = fork(main, words, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code =>
      reject(new Error(`The sandbox exited before it was ready (exit code ${code}).`)),
    )
    child.once('message', message => {
      const reply = message as SandboxMessage
      if ('failed' in reply) reject(operatorError(reply.failed))
      else resolve({ port: reply.ready, origin: `http://127.0.0.1:${reply.ready}`, stop })
    })
  })
}
