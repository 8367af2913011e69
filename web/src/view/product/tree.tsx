// Any value as names and values, one inside another; absent fields are marked, never shown as data.
import { isAbsent, isList, isObject, type Json, type JsonObject, pointerTo } from '../../model/absent.ts'
import { humanise } from '../../shape/humanise.ts'

interface Props {
  readonly value: Json | undefined
  readonly absent: readonly string[]
  readonly base?: string
  readonly depth?: number
}

const ITEMS_FIRST = 50
/** Longer ones are opened when wanted. */
const LIST_OPEN = 3
const OBJECT_OPEN = 40

export function Tree({ value, absent, base = '', depth = 0 }: Props) {
  if (isList(value)) return <ListTree list={value} absent={absent} base={base} depth={depth} />
  if (isObject(value)) return <ObjectTree value={value} absent={absent} base={base} depth={depth} />
  return <Leaf value={value} />
}

function ObjectTree({ value, absent, base = '', depth = 0 }: Props & { value: JsonObject }) {
  const entries = Object.entries(value)
  if (entries.length === 0) return <span class="hint">empty</span>
  return (
    <dl class="tree">
      {entries.map(([name, one]) => {
        const pointer = pointerTo(base, name)
        return (
          <div key={name} class={isBranch(one) && !isAbsent(absent, pointer, one) ? 'branch' : ''}>
            <dt title={name}>{humanise(name)}</dt>
            <dd>
              {isAbsent(absent, pointer, one) ? (
                <span class="tag absent">not given</span>
              ) : (
                <Node value={one} absent={absent} base={pointer} depth={depth + 1} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Node(props: Props) {
  const { value, depth = 0 } = props
  if (!isBranch(value)) return <Leaf value={value} />
  const count = isList(value) ? value.length : Object.keys(value as JsonObject).length
  return (
    <details open={depth < 2 && count <= (isList(value) ? LIST_OPEN : OBJECT_OPEN)}>
      <summary>
        {count} {isList(value) ? (count === 1 ? 'item' : 'items') : count === 1 ? 'field' : 'fields'}
      </summary>
      <Tree {...props} />
    </details>
  )
}

function ListTree({ list, absent, base = '', depth = 0 }: Omit<Props, 'value'> & { list: readonly Json[] }) {
  return (
    <ol class="tree-list" start={0}>
      {list.slice(0, ITEMS_FIRST).map((one, place) => (
        <li key={place}>
          <Tree value={one} absent={absent} base={pointerTo(base, 0)} depth={depth + 1} />
        </li>
      ))}
      {list.length > ITEMS_FIRST && <li class="hint">and {list.length - ITEMS_FIRST} more in the JSON</li>}
    </ol>
  )
}

function isBranch(value: Json | undefined): boolean {
  return isList(value)
    ? value.some(one => typeof one === 'object')
    : isObject(value) && Object.keys(value).length > 0
}

function Leaf({ value }: { value: Json | undefined }) {
  if (value === null || value === undefined) return <span class="hint">null</span>
  if (isList(value)) {
    if (value.length === 0) return <span class="hint">none</span>
    if (!value.some(isLink)) return <>{value.map(String).join(' · ')}</>
    return (
      <ul>
        {value.map((one, place) => (
          <li key={place}>
            <Leaf value={one} />
          </li>
        ))}
      </ul>
    )
  }
  if (isObject(value)) return <span class="hint">empty</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (value === '') return <span class="hint">empty</span>
  if (isLink(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer noopener">
        {value}
      </a>
    )
  }
  return <>{String(value)}</>
}

function isLink(value: Json): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}
