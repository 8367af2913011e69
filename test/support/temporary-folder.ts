// The folder for what a test writes. It is removed after the last test of the file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseLater } from './release.ts'

export function temporaryFolder(name = 'test'): string {
  const folder = mkdtempSync(join(tmpdir(), `wares-${name}-`))
  releaseLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
