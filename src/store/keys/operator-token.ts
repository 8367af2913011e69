// The operator's token: new at every start, in the data folder, readable by the user of the server only.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../runtime/file-trouble.ts'

export interface OperatorToken {
  readonly token: string
  /** Writes the file: where this server listens, and its token. */
  announce(address: string, start?: LaunchSettings): void
  /** Removes the file, unless another server has written its own. */
  withdraw(): void
}

/** What a server was started with: a command that was started with something else must not ask it. */
export interface LaunchSettings {
  readonly version: string
  /** Path of the settings file. */
  readonly settings: string
  /** The hash of each variable of the environment. */
  readonly env: Readonly<Record<string, string>>
}

export interface ServerAnnouncement extends Partial<LaunchSettings> {
  readonly address: string
  readonly token: string
}

const FILE = 'operator.json'

export function createOperatorToken(dataDir: string): OperatorToken {
  const token = randomBytes(32).toString('base64url')
  const file = join(dataDir, FILE)
  return {
    token,
    announce(address, start) {
      makeFolder(dataDir)
      const draft = `${file}.${process.pid}.new`
      rmSync(draft, { force: true })
      const announced: ServerAnnouncement = { address, token, ...start }
      writeFileSync(draft, `${JSON.stringify(announced)}\n`, { mode: 0o600, flag: 'wx' })
      renameSync(draft, file)
    },
    withdraw() {
      if (readOperatorToken(dataDir)?.token === token) rmSync(file, { force: true })
    },
  }
}

/** The token of the server that uses this data folder; undefined if none runs. */
export function readOperatorToken(dataDir: string): ServerAnnouncement | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as ServerAnnouncement
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
