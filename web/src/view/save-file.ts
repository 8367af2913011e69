// Hands a file to the browser's downloads.

/** A browser may begin the download a little later. */
const KEPT_MS = 10_000

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
