// Scrubs secrets from recordings: cookies, authorisation, keys and tokens in headers, queries and JSON bodies.

const SECRET_HEADER =
  /^(?:cookie|set-cookie|(?:proxy-)?authorization)$|api-?key|token|secret|session|csrf|signature/i
const SECRET_NAME =
  /^(?:key|sig|auth|pass|pwd|sid|jwt)$|api[-_]?key|access[-_]?key|app(?:lication)?[-_]?key|token|secret|passw|signature|session|authorization|credential|csrf/i

const SCRUBBED = 'scrubbed'

export function scrubHeaders(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: SECRET_HEADER.test(name) ? SCRUBBED : name.toLowerCase() === 'location' ? scrubUrl(value) : value,
  }))
}

/** Unchanged if there is nothing to scrub, so that relative URLs and unusual escapes survive. */
export function scrubUrl(address: string): string {
  const queryStart = address.indexOf('?')
  if (queryStart === -1) return address
  const [query = '', ...fragment] = address.slice(queryStart + 1).split('#')
  const scrubbed = query.split('&').map(pair => {
    const name = pair.split('=', 1)[0] ?? ''
    return pair.includes('=') && SECRET_NAME.test(decoded(name)) ? `${name}=${SCRUBBED}` : pair
  })
  return [`${address.slice(0, queryStart)}?${scrubbed.join('&')}`, ...fragment].join('#')
}

/** A JSON body with the values of secret names replaced; any other body unchanged. */
export function scrubBody(body: string): string {
  return body.replace(
    /("([^"\\]{1,64})"\s*:\s*)"(?:[^"\\]|\\.)*"/g,
    (whole: string, lead: string, name: string) => (SECRET_NAME.test(name) ? `${lead}"${SCRUBBED}"` : whole),
  )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}
