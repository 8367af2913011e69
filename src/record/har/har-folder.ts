// Reads bodies that a HAR stores in files next to it: a recording from elsewhere must not reference any other file.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../runtime/package-files.ts'
import { upstreamFailure } from '../../fetch/upstream-failure.ts'

const SITES = join(fileURLToPath(packageRoot), 'adapters/sites')

/** Reads bodies from the HAR's folder; for a case of a site, from all cases of that site, which may share bodies. */
export function harFileReader(harFile: string, sitesFolder = SITES): (name: string) => Uint8Array {
  const folder = realpathSync(dirname(resolve(harFile)))
  const root = casesFolder(folder, sitesFolder) ?? folder
  return name => {
    const path = realPathOf(resolve(folder, name))
    // Compared by the real path: a symlink can lead out of the folder.
    if (path === undefined || !path.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw upstreamFailure(
        'not_recorded',
        `the HAR names a body that is not in its folder: ${JSON.stringify(name)}`,
      )
    }
    return readFileSync(path)
  }
}

/** `adapters/sites/<site>/cases` of this repository, for a folder below it. A folder of that name elsewhere is not special. */
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
