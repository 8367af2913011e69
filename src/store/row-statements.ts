// Statements over any number of rows: one text for every number, so that each is compiled and prepared once. PostgreSQL gets all
// rows as one parameter; SQLite runs the statement for each row, which costs its thread less than reading them out of JSON.
import { type AliasedRawBuilder, type Compilable, type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

type AnyTables = Record<string, Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>
type GivenRows = AliasedRawBuilder<Record<string, unknown>, 'new'>

/** `given`: the rows as the table `new`, with the types of `table`. */
export interface RowStatement {
  readonly table: string
  readonly build: (query: Kysely<AnyTables>, newRows: GivenRows, columns: readonly string[]) => Compilable
}

/** Returns no statement for no rows. The rows of one statement always have the same columns. */
export type PrepareRows = (statement: RowStatement, rows: readonly Row[]) => readonly CompiledQuery[]

export function createRowStatements({ query, dialect }: Database<unknown>): PrepareRows {
  const compiledByStatement = new Map<RowStatement, CompiledQuery>()
  const isPostgres = dialect === 'postgres'
  const compile = ({ table, build }: RowStatement, columns: readonly string[]) => {
    const cells = columns.map(name => sql`${null} AS ${sql.id(name)}`)
    const rows = isPostgres
      ? sql`json_populate_recordset(null::${sql.id('wares', table)}, ${''}::json)`
      : sql`(SELECT ${sql.join(cells)})`
    const newRows = rows.$castTo<Record<string, unknown>>().as<'new'>(sql.id('new'))
    return build(query.withTables<AnyTables>(), newRows, columns).compile()
  }
  return (statement, rows) => {
    const [first] = rows
    if (!first) return []
    const compiled = compiledByStatement.get(statement) ?? compile(statement, Object.keys(first))
    compiledByStatement.set(statement, compiled)
    // A statement without parameters is about all rows at once.
    if (compiled.parameters.length === 0) return [compiled]
    if (isPostgres) return [{ ...compiled, parameters: [json(rows)] }]
    return rows.map(row => ({ ...compiled, parameters: Object.values(row) }))
  }
}

/** PostgreSQL refuses halves of surrogate pairs in JSON, so they are replaced as in text. */
function json(rows: readonly Row[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

/** Adds the rows to a table, as they are. */
export function insertingInto(table: string): RowStatement {
  return {
    table,
    build: (query, newRows, columns) =>
      query.insertInto(table).columns(columns).expression(query.selectFrom(newRows).select(columns)),
  }
}

/** Statements of one transaction, for SQLite one message to its thread. If the first changes no row, the others are left out. */
export interface RowsStatement extends CompiledQuery<{ id: string }> {
  readonly rest: readonly CompiledQuery[]
}
