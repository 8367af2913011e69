// Changes a text and keeps its byte order mark and the end of every line that stays.

export function keepLineEnds(text: string, change: (text: string) => string): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const before = text.slice(mark.length)
  const changed = change(before.replaceAll('\r\n', '\n'))
  if (!before.includes('\r\n')) return mark + changed
  const old = before.split('\n')
  let next = 0
  let isLast = old[0]?.endsWith('\r') === true
  const lines = changed.split('\n')
  return (
    mark +
    lines
      .map((line, place) => {
        if (place === lines.length - 1) return line
        const found = old.findIndex((one, at) => at >= next && one.replace(/\r$/, '') === line)
        // A new line ends as the one before it.
        if (found !== -1) {
          isLast = old[found]?.endsWith('\r') === true
          next = found + 1
        }
        return isLast ? `${line}\r` : line
      })
      .join('\n')
  )
}
