import { expect, it } from 'vitest'
import { newSecret, signatureHeaders } from './webhook-signature.ts'

// The example that the reference libraries of the specification are tested with.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampS: 1614265330, body: '{"test": 2432232314}' }
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

it('signs as the published vector', () => {
  expect(signatureHeaders(MESSAGE, [SECRET])).toEqual({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  })
})

it('signs with the old secret too while both are in use', () => {
  const both = signatureHeaders(MESSAGE, [newSecret(), SECRET])['webhook-signature']?.split(' ')
  expect(both).toHaveLength(2)
  expect(both?.[1]).toBe(SIGNATURE)
})
