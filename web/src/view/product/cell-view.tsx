// One value of a table: a price with its currency, a status as a tag, an address as a link or picture.
import { splitWords } from '../../../../src/kit/page/price-field.ts'
import { useCallback } from 'preact/hooks'
import { availabilityState, formatStatus } from '../../shape/availability.ts'
import { humaniseKind, humaniseValue } from '../../shape/humanise.ts'
import { PICTURE } from '../../shape/pictures.ts'
import { type Cell, type Column, isMoney, isUrl } from '../../shape/table.ts'
import { useMoneyText } from './currency.ts'
import { Picture } from './picture.tsx'

interface Props {
  readonly cell: Cell | undefined
  readonly column: Column
  readonly row: number
}

export function CellView({ cell, column, row }: Props) {
  const cellText = useCellText()
  if (cell === undefined) return <span class="hint">–</span>
  const text = cellText(cell, column)
  if (typeof cell === 'string' && isStatus(column) && /[a-z]{3}/i.test(cell)) {
    const sign = { yes: 'good', no: 'bad', unclear: '' }[availabilityState(cell)]
    return <span class={`tag ${sign}`}>{text}</span>
  }
  if (isUrl(cell)) {
    return (
      <a href={cell} target="_blank" rel="noreferrer noopener" title={cell}>
        {PICTURE.test(column.path) ? (
          <Picture url={cell} alt={`${column.title}, row ${row + 1}`} />
        ) : (
          lastPart(cell)
        )}
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

/** What stands in a cell, as text. */
export function useCellText(): (cell: Cell | undefined, column: Column) => string {
  const money = useMoneyText()
  return useCallback(
    (cell, column) => {
      if (isMoney(cell)) return money(cell)
      if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
      if (cell === undefined) return '–'
      const write = isStatus(column) ? formatStatus : isKind(column) ? humaniseKind : humaniseValue
      return write(String(cell))
    },
    [money],
  )
}

function isStatus({ path }: Column): boolean {
  return splitWords(path.replaceAll('.', '_')).some(word =>
    ['status', 'availability', 'stock'].includes(word),
  )
}

function isKind({ path }: Column): boolean {
  return /(?:condition|type|^name)$/i.test(path)
}

export function isNumeric({ cells }: Column): boolean {
  return cells.every(cell => cell === undefined || typeof cell === 'number' || isMoney(cell))
}
