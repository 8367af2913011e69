// One value of a table: a price with its currency, an address as a link or a picture, anything else as text.
import { isMoney } from '../../shape/price-history.ts'
import { type Cell, cellText, type Column, isAddress } from '../../shape/table.ts'
import { AlignedMoney } from './aligned-money.tsx'
import { Picture } from './picture.tsx'

interface Props {
  readonly cell: Cell | undefined
  readonly column: Column
  readonly row: number
}

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:\?|$)/i

export function CellView({ cell, column, row }: Props) {
  if (cell === undefined) return <span class="hint">–</span>
  if (isMoney(cell)) return <AlignedMoney money={cell} />
  const text = cellText(cell)
  if (isAddress(cell)) {
    return (
      <a href={text} target="_blank" rel="noreferrer noopener" title={text}>
        {PICTURE.test(text) ? <Picture url={text} alt={`${column.title}, row ${row + 1}`} /> : lastPart(text)}
      </a>
    )
  }
  return text.length > 28 ? <span title={text}>{text}</span> : <>{text}</>
}

/** Addresses of one list differ in their end, which a narrow column would cut off. */
function lastPart(url: string): string {
  const { pathname = '', host = url } = URL.parse(url) ?? {}
  const parts = pathname.split('/').filter(Boolean)
  return parts.length > 1 ? `…/${parts.at(-1)}` : pathname === '/' ? host : pathname
}

export function isNumeric({ cells }: Column): boolean {
  return cells.every(cell => cell === undefined || typeof cell === 'number' || isMoney(cell))
}
