// Where this package's files are: the sources run from src/*.ts, the installed package from dist/src/*.js.
export const isSource = import.meta.url.endsWith('.ts')

/** The folder that holds package.json. */
export const packageRoot = new URL(isSource ? '../' : '../../', import.meta.url)

/** How a module file of this run is named, for those started by their path: `main.ts`, `main.js`. */
export const moduleExtension = isSource ? 'ts' : 'js'
