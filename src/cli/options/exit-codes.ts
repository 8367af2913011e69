// The exit codes of all commands; documented in --help and in docs/cli.md.

export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'an error from the table, or another failure; see the message'],
  [2, 'invalid command line'],
  [3, '`bulk results`: not all results are there yet'],
  [130, '`bulk run`: stopped by a signal; run the same command to resume'],
]
