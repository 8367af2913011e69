// The fault for a parameter that a composite operation cannot use.
import { Fault } from '#kit/fault'

export function invalidParams(name: string, message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name, in: 'query', message }] })
}

/** The message says how to make a host readable. */
export function urlNotListed(): Fault {
  const message =
    'the host of the URL is neither a configured site nor listed under reader.hosts in wares.yaml; the operator adds it with `wares add URL`'
  return new Fault('url_not_allowed', message, { errors: [{ name: 'url', in: 'query', message }] })
}
