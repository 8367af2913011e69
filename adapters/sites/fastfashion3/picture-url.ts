// Picture URLs of fastfashion3: completed, and in one spelling.
import { absoluteUrl } from '#kit'

/** Picture URLs lack a scheme: https on other hosts, the page's own scheme on the page's host. */
export function pictureUrl(link: string | undefined, pageUrl: string): string | undefined {
  const { host } = new URL(pageUrl)
  const isElsewhere = link?.startsWith('//') && !link.startsWith(`//${host}/`)
  const address = isElsewhere ? `https:${link}` : absoluteUrl(link, pageUrl)
  return address
    ?.split(/(?=[?&])/)
    .map(decodeCall)
    .join('')
}

/** The site writes `call=url[file:/product/main]`, and elsewhere the same with encoded characters: one spelling for both. */
function decodeCall(part: string): string {
  return /^.call=url%5B/i.test(part)
    ? part.replaceAll(/%(?:5B|5D|3A|2F)/gi, code => decodeURIComponent(code))
    : part
}
