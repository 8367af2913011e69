// Runs a program to completion; a non-zero exit status throws an error with all its output.
import { execFile } from 'node:child_process'
import { join } from 'node:path'

const bin = join(import.meta.dirname, 'node_modules/.bin')

export function runCommand(command: string, words: readonly string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, words, { cwd, maxBuffer: 1 << 26, timeout: 300_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`))
      else resolve(stdout + stderr)
    })
  })
}

/** Runs a program installed in this folder. */
export function tool(name: string, ...words: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [join(bin, name), ...words])
}
