// The curl command for an operation's example, ready to paste into a shell.
import type { RegisteredOperation } from '../../../answer/request/registry.ts'

export function curlLine(
  { operation, path, example }: RegisteredOperation,
  address: string,
  key = '$WARES_KEY',
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(example)) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  const search = query.size > 0 ? `?${query}` : ''
  const header = operation.open ? '' : ` -H "x-api-key: ${key}"`
  return `curl${header} "${address}${path}${search}"`
}
