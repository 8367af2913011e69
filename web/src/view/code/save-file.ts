// Hands a file to the browser's downloads.

/** A browser may begin the download a little later. */
const KEPT_MS = 10_000

/** Without this mark Excel takes UTF-8 for another character set. */
const BYTE_ORDER_MARK = '\uFEFF'

export function saveCsv(table: Blob, name: string): void {
  saveFile(new Blob([BYTE_ORDER_MARK, table], { type: table.type }), `${name}.csv`)
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
