// Runs a command on a pseudo-terminal, as provided by `script`, with keyboard input.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ProcessResult, ROOT, run } from './process.ts'

export interface Terminal {
  type(keys: string): void
  /** Waits until the screen since the last call of `clear` matches. */
  until(pattern: RegExp, timeoutMs?: number): Promise<string>
  clear(): void
  close(): Promise<void>
}

const SIZE = 'stty cols 160 rows 40'

/** With CI set, Node treats every terminal as one without colours. */
function onTerminal(line: string): [string, string[]] {
  return ['env', ['-u', 'CI', '-u', 'NO_COLOR', 'script', '-qec', `${SIZE}; ${line}`, '/dev/null']]
}

/** Runs a line to completion; `stdout` is everything that was on the screen. */
export function runOnTerminal(line: string, env: Record<string, string> = {}): Promise<ProcessResult> {
  const { NO_COLOR, ...rest } = env
  const plain = NO_COLOR === undefined ? '' : `NO_COLOR=${NO_COLOR} `
  return run(...onTerminal(`${plain}${line}`), { TERM: 'xterm', ...rest })
}

export function openTerminal(line: string, env: Record<string, string> = {}): Terminal {
  const [command, args] = onTerminal(line)
  const child: ChildProcess = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, TERM: 'dumb', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  const looks = new Set<() => void>()
  child.stdout?.on('data', chunk => {
    screen += String(chunk)
    for (const look of looks) look()
  })
  return {
    type: keys => child.stdin?.write(keys),
    clear() {
      screen = ''
    },
    until(pattern, timeoutMs = 50_000) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(screen)) return
          clearTimeout(timer)
          looks.delete(look)
          resolve(screen)
        }
        const timer = setTimeout(() => {
          looks.delete(look)
          reject(new Error(`no ${pattern} within ${timeoutMs} ms on:\n${JSON.stringify(screen)}`))
        }, timeoutMs)
        looks.add(look)
        look()
      })
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
