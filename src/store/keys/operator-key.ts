// The key of the operator on the machine of the server: it covers everything, has no limit, and is no stored key.
import { EVERY_SCOPE, type KeyRecord } from './key-record.ts'

/** Its calls are counted under this name, as those of bulk jobs are under theirs. */
export const OPERATOR_KEY: KeyRecord = {
  id: 'operator',
  name: 'operator',
  hash: '',
  scopes: EVERY_SCOPE,
  ratePerS: null,
  burst: null,
  monthlyQuota: null,
  createdAt: '1970-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  // What the operator adds belongs to no key.
  ownerId: '',
}
