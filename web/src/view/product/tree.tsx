// Any value as names and values, one inside another; absent fields are marked, never shown as data.
import { isAbsent, isList, isObject, type Json, pointerTo } from '../../model/absent.ts'
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
  const entries = Object.entries(value ?? {}) as [string, Json | undefined][]
  const left = isList(value) ? entries.length - ITEMS_FIRST : 0
  return (
    <dl class="tree">
      {entries.slice(0, isList(value) ? ITEMS_FIRST : undefined).map(([name, inner]) => {
        const pointer = pointerTo(base, isList(value) ? 0 : name)
        return (
          <div key={name}>
            <dt title={name}>{isList(value) ? Number(name) + 1 : humanise(name)}</dt>
            <dd>
              {isAbsent(absent, pointer, inner) ? (
                <span class="tag absent">not given</span>
              ) : isBranch(inner) ? (
                <Branch value={inner} absent={absent} base={pointer} depth={depth + 1} />
              ) : (
                <Leaf value={inner} />
              )}
            </dd>
          </div>
        )
      })}
      {left > 0 && <div class="hint">and {left} more in the JSON</div>}
    </dl>
  )
}

function Branch(props: Props) {
  const { value, depth = 0 } = props
  const count = Object.keys(value ?? {}).length
  const noun = isList(value) ? 'item' : 'field'
  return (
    <details open={depth < 2 && count <= (isList(value) ? LIST_OPEN : OBJECT_OPEN)}>
      <summary>
        {count} {count === 1 ? noun : `${noun}s`}
      </summary>
      <Tree {...props} />
    </details>
  )
}

function isBranch(value: Json | undefined): boolean {
  return isList(value)
    ? value.some(one => typeof one === 'object')
    : isObject(value) && Object.keys(value).length > 0
}

function Leaf({ value }: { value: Json | undefined }) {
  if (isList(value) && value.length > 0)
    return (
      <ul>
        {value.map((item, place) => (
          <li key={place}>
            <Leaf value={item} />
          </li>
        ))}
      </ul>
    )
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (value === null || value === undefined) return <span class="hint">null</span>
  if (value === '' || typeof value === 'object') return <span class="hint">empty</span>
  if (typeof value === 'number' || !/^https?:\/\/\S+$/.test(value)) return <>{value}</>
  return (
    <a href={value} target="_blank" rel="noreferrer noopener">
      {value}
    </a>
  )
}
