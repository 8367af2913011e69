// What the exit codes of every command mean; told in --help and in docs/cli.md.

export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'a fault of the table, or something failed; the text says what'],
  [2, 'the command line was not understood'],
  [3, '`bulk results`: not all are there yet'],
  [130, '`bulk run`: stopped by a signal; the same command goes on'],
]
