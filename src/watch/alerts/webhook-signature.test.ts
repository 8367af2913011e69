// Webhook signatures against the published test vector.
import { expect, it } from 'vitest'
import { newSecret, signatureHeaders } from './webhook-signature.ts'

// The test vector of the specification's reference libraries.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampS: 1614265330, body: '{"test": 2432232314}' }
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

it('matches the published test vector', () => {
  expect(signatureHeaders(MESSAGE, [SECRET])).toEqual({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  })
})

it('also signs with the old secret during the overlap', () => {
  const both = signatureHeaders(MESSAGE, [newSecret(), SECRET])['webhook-signature']?.split(' ')
  expect(both).toHaveLength(2)
  expect(both?.[1]).toBe(SIGNATURE)
})
