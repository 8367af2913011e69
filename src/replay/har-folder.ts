// Bodies that a HAR keeps in files beside it: a recording from a stranger must not name any other file of this machine.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../package-files.ts'
import { upstreamFailure } from '../upstream/upstream-failure.ts'

const SITES = join(fileURLToPath(packageRoot), 'sites')

/** Reads bodies from the HAR's folder; for a case of a site, from all cases of that site, which may share bodies. */
export function harFileReader(harFile: string, sitesFolder = SITES): (name: string) => Uint8Array {
  const folder = realpathSync(dirname(resolve(harFile)))
  const root = casesFolder(folder, sitesFolder) ?? folder
  return name => {
    const path = realPathOf(resolve(folder, name))
    // By its real path: a link can lead out of the folder too.
    if (path === undefined || !path.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw upstreamFailure(
        'not_recorded',
        `the HAR names a body that is not in its folder: ${JSON.stringify(name)}`,
      )
    }
    return readFileSync(path)
  }
}

/** `sites/<site>/cases` of this repository, for a folder below it. A folder of that name elsewhere is nothing special. */
function casesFolder(folder: string, sitesFolder: string): string | undefined {
  const sites = realPathOf(sitesFolder)
  if (sites === undefined) return undefined
  const [site = '..', cases] = relative(sites, folder).split(sep)
  return site !== '..' && cases === 'cases' ? join(sites, site, cases) : undefined
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
