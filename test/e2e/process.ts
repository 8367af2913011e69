// Runs the real commands in separate processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseLater } from '../support/release.ts'
import { freePort } from '../support/servers.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The command to start with Node: bundled by test/setup.ts, so that it starts quickly. */
export const COMMAND = process.env.TEST_COMMAND ?? join(ROOT, 'bin/wares.js')

export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningProcess {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits until the output matches. */
  until(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

export async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = ROOT,
): Promise<ProcessResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => (stdout += String(chunk)))
  child.stderr.on('data', chunk => (stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

export function wares(args: readonly string[], env: Record<string, string> = {}): Promise<ProcessResult> {
  return run(process.execPath, [COMMAND, ...args], env)
}

/** `wares start` for commands with the same environment, until the tests of the file are done. */
export async function startServer(env: Record<string, string>): Promise<RunningProcess> {
  const ports = { WARES_PORT: String(await freePort()), WARES_SANDBOX_PORT: String(await freePort()) }
  const server = start(process.execPath, [COMMAND, 'start'], { ...ports, WARES_LOG: 'silent', ...env })
  releaseLater(() => server.stop())
  await server.until(/Wares is ready/)
  return server
}

export function start(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd = ROOT,
): RunningProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const grown: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += String(chunk)
      for (const look of grown) look()
    })
  }
  return {
    child,
    output: () => output,
    until(pattern, timeoutMs = 60_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no ${pattern} within ${timeoutMs} ms in:\n${output}`)),
          timeoutMs,
        )
        const look = () => {
          const found = pattern.exec(output)
          if (!found) return
          clearTimeout(timer)
          resolve(found)
        }
        grown.push(look)
        look()
      })
    },
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
  }
}
