// The headers of the answer, with what the important ones mean.
import { DataTable } from '../control/data-table.tsx'
import type { CallResult } from '../../model/make-call.ts'

const MEANINGS: Readonly<Record<string, string>> = {
  age: 'Seconds since the shop was read',
  'cache-control': 'How long you may keep the answer',
  'cache-status': 'Whether the answer came from the cache',
  'content-type': 'Format of the body',
  etag: 'Send it as If-None-Match to get a 304 when nothing has changed',
  link: 'Related pages: the shop page, the request record',
  ratelimit: 'Requests left',
  'ratelimit-policy': 'Your limits',
  'retry-after': 'Seconds to wait before the next attempt',
  'server-timing': 'Where the time went; see Timing',
  vary: 'Request headers that change the answer',
  'wares-absent': 'Fields that the shop did not give',
  'x-request-id': 'Id of the request; quote it when you report a problem',
}

export function HeadersView({ answered }: { answered: CallResult }) {
  return (
    <div class="card">
      <DataTable label="Response headers" class="headers stack" titles={['Header', 'Value']}>
        {answered.headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code>{value}</code>
              {MEANINGS[name] && <p class="hint">{MEANINGS[name]}</p>}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}
