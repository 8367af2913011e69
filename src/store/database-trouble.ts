// Tells trouble with the database (unreachable, locked, full, restarting) from a statement that it refuses.

const TROUBLE = Symbol('trouble with the database')

/** The first two characters of SQLSTATE: trouble of the server or of its other transactions, not of our statement. */
const TROUBLE_CLASSES = new Set([
  '08', // connection
  '28', // the role or password is no longer accepted
  '3D', // the database is gone
  '40', // deadlock, serialisation
  '53', // disk full, out of memory, too many connections
  '57', // restarting, or the statement was cancelled
  '58', // input or output
])
/** A lock is held for too long; the server became a read-only replica. */
const TROUBLE_STATES = new Set(['55P03', '25006'])

/** Marks an error of a database for `isDatabaseTrouble`, and returns it. */
export function markTrouble<E>(error: E): E {
  return error instanceof Error ? Object.assign(error, { [TROUBLE]: true }) : error
}

export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof Error && TROUBLE in error
}

/** An error without SQLSTATE concerns the connection, unless it is a bug in the program. */
export function isPostgresTrouble(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (severity === undefined || typeof code !== 'string') return true
  return TROUBLE_CLASSES.has(code.slice(0, 2)) || TROUBLE_STATES.has(code)
}

/** Marks the trouble of everything that a PostgreSQL driver or one of its connections does. */
export function markingPostgresTrouble<T extends object>(target: T): T {
  const mark = (error: unknown): never => {
    throw isPostgresTrouble(error) ? markTrouble(error) : error
  }
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, parameters)
        if (!(result instanceof Promise)) return result
        return name === 'acquireConnection' ? result.then(markingPostgresTrouble, mark) : result.catch(mark)
      }
    },
  })
}
