// A shell that runs the commands of a document one after the other, as a reader would paste them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Shell {
  run(command: string): Promise<CommandResult>
  /** Starts a command that does not end, with additional settings, and waits until it is ready. */
  start(command: string, ready: RegExp, settings: Readonly<Record<string, string>>): Promise<CommandResult>
  /** Ends the shell and everything started in it. */
  close(): Promise<void>
}

// Some of them install packages, on a machine that runs other suites at the same time.
const TIMEOUT_MS = 300_000

export function openShell(folder: string, notes: string, env: Record<string, string>): Shell {
  // In a separate process group, so that everything it leaves behind can be ended, and nothing else.
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  let said = ''
  bash.stdout.on('data', chunk => (said += String(chunk)))
  let count = 0

  async function reply(pattern: RegExp): Promise<string> {
    const untilMs = performance.now() + TIMEOUT_MS
    while (!pattern.test(said)) {
      if (performance.now() > untilMs || hasEnded(bash)) throw new Error('the command has not ended in time')
      await sleep(10)
    }
    return pattern.exec(said)?.[1] ?? ''
  }

  function write(command: string): { file: string; result: (code: number) => CommandResult } {
    const file = join(notes, String(++count))
    writeFileSync(`${file}.sh`, `${command}\n`)
    const read = (what: string) =>
      existsSync(`${file}.${what}`) ? readFileSync(`${file}.${what}`, 'utf8') : ''
    return { file, result: code => ({ code, stdout: read('out'), stderr: read('err') }) }
  }

  return {
    async run(command) {
      const { file, result } = write(command)
      // Sourced by the shell, so that variables and functions remain for the following commands.
      bash.stdin.write(
        `source '${file}.sh' </dev/null >'${file}.out' 2>'${file}.err'; echo "<${count} $?>"\n`,
      )
      return result(Number(await reply(new RegExp(`<${count} (\\d+)>`))))
    },
    async start(command, ready, settings) {
      const { file, result } = write(command)
      const own = Object.entries(settings).map(([name, value]) => `export ${name}='${value}';`)
      bash.stdin.write(
        `( ${own.join(' ')} source '${file}.sh' ) </dev/null >'${file}.out' 2>'${file}.err' & echo "<${count} 0>"\n`,
      )
      await reply(new RegExp(`<${count} (0)>`))
      const untilMs = performance.now() + TIMEOUT_MS
      while (!ready.test(result(0).stdout)) {
        if (performance.now() > untilMs) return result(1)
        await sleep(50)
      }
      return result(0)
    },
    async close() {
      if (bash.pid === undefined) return
      signalGroup(bash.pid, 'SIGTERM')
      // Gives processes time to finish their work.
      for (let tries = 0; tries < 100 && signalGroup(bash.pid, 0); tries++) await sleep(50)
      signalGroup(bash.pid, 'SIGKILL')
      if (!hasEnded(bash)) await once(bash, 'exit')
    },
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** False when the group has no process. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    // Already gone.
    return false
  }
}
