// The locations of this package's files: the sources run from src, the installed package from dist/src.
export const isSource = import.meta.url.endsWith('.ts')

/** The folder of package.json. */
export const packageRoot = new URL(isSource ? '../../' : '../../../', import.meta.url)

/** The file extension of modules in this run, for those started by path: `main.ts`, `main.js`. */
export const moduleExtension = isSource ? 'ts' : 'js'
