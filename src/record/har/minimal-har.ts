// The minimal form of a HAR in a case: only what a replay reads, with secrets scrubbed.
import type { Har } from './har.ts'
import { scrubBody, scrubUrl } from '../../runtime/scrub-exchange.ts'

type HarEntry = Har['log']['entries'][number]

/** Response headers that affect how it is read; its type is in `mimeType`. */
const USED_HEADERS = new Set(['location', 'retry-after'])

export function minimalHar(har: Har): Har {
  const entries = har.log.entries.filter(({ response }) => response.status !== 0).map(minimalEntry)
  return { log: { version: '1.2', entries } }
}

function minimalEntry({ request, response }: HarEntry): HarEntry {
  const post = request.postData?.text
  const headers = (response.headers ?? [])
    .filter(({ name }) => USED_HEADERS.has(name.toLowerCase()))
    .map(({ name, value }) => ({ name: name.toLowerCase(), value: scrubUrl(value) }))
  return {
    request: {
      method: request.method,
      url: scrubUrl(request.url),
      ...(post === undefined ? {} : { postData: { text: scrubBody(post) } }),
    },
    response: {
      status: response.status,
      ...(headers.length > 0 ? { headers } : {}),
      content: minimalContent(response),
    },
  }
}

function minimalContent({ headers, content }: HarEntry['response']): HarEntry['response']['content'] {
  const type = headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const { text, encoding, _file } = content ?? {}
  return {
    mimeType: type ?? content?.mimeType ?? '',
    ...(_file === undefined ? { text: text ?? '', ...(encoding ? { encoding } : {}) } : { _file }),
  }
}
