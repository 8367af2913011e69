// The calls that were made in this tab, each leading back to its form and answer.
import type { PastCall } from '../../model/call-history.ts'
import { Button } from '../control/button.tsx'

const SHOWN_MAX = 20

interface Props {
  readonly calls: readonly PastCall[]
  readonly onClear: () => void
}

export function CallHistory({ calls, onClear }: Props) {
  if (calls.length === 0) return null
  return (
    <details class="card call-history">
      <summary>
        Requests in this tab <small>{calls.length}</small>
      </summary>
      <ol>
        {calls.slice(0, SHOWN_MAX).map(call => (
          <li key={call.hash}>
            <span class={`tag ${call.status < 300 ? 'good' : 'bad'}`}>{call.status}</span>
            <a href={call.hash} title={parametersOf(call.hash)}>
              {call.id}
              <span class="hint"> {parametersOf(call.hash)}</span>
            </a>
            <span class="hint number">{Math.round(call.ms)} ms</span>
          </li>
        ))}
      </ol>
      <Button look="small" onClick={onClear}>
        Clear
      </Button>
    </details>
  )
}

function parametersOf(hash: string): string {
  return Array.from(new URLSearchParams(hash.split('?')[1] ?? ''), ([, value]) => value).join(', ')
}
