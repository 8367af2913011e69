// Loads node:sqlite without the experimental warning of Node 22. Other warnings are not suppressed.
import { operatorError } from '../../runtime/operator-error.ts'

const NOTICE = 'SQLite is an experimental feature'

export const { DatabaseSync } = loadSqlite()

function loadSqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning.bind(process)
  // Replaced only while the module loads, which is synchronous. The API that we use is the same in Node 22, 24 and 26.
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith(NOTICE)) emitWarning(warning, ...rest)
  }
  try {
    // Undefined if Node was built without it.
    const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
    if (sqlite) return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
  throw operatorError(
    'This Node was built without SQLite: use one from nodejs.org, or set another on the PATH.',
  )
}
