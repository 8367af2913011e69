// Bodies that a HAR keeps in files beside it: a recording from a stranger must not name any other file of this machine.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { upstreamFailure } from '../upstream/upstream-failure.ts'

export function harFileReader(harFile: string): (name: string) => Uint8Array {
  const folder = realpathSync(dirname(resolve(harFile)))
  return name => {
    const path = realPathOf(resolve(folder, name))
    // By its real path: a link can lead out of the folder too.
    if (path === undefined || !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      throw upstreamFailure(
        'not_recorded',
        `the HAR names a body that is not in its folder: ${JSON.stringify(name)}`,
      )
    }
    return readFileSync(path)
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
