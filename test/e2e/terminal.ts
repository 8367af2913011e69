// Runs a command on a pseudo-terminal, as provided by `script`.
import { type ProcessResult, run } from './process.ts'

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
