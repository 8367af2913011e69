// Where each guide is served: the address of a Markdown file of the repository, if it has a page.
import { posix } from 'node:path'

const CLIENTS: Readonly<Record<string, string>> = {
  'client/README.md': '/docs/guides/typescript-client',
  'clients/python/README.md': '/docs/guides/python-client',
}

/** `file` is relative to the root of the repository, with forward slashes. */
export function guideAddress(file: string): string | undefined {
  if (file === 'docs/README.md') return '/docs'
  const [, guide] = /^docs\/([\w-]+)\.md$/.exec(file) ?? []
  return guide === undefined ? CLIENTS[file] : `/docs/guides/${guide}`
}

/** The target of a link in `file`, as the pages have it. Undefined for what is only in the repository. */
export function resolveGuideLink(file: string, target: string): string | undefined {
  if (target.startsWith('#')) return target
  // The guides write out a server of their reader's own.
  const own = /^http:\/\/127\.0\.0\.1:8080(\/.*)?$/.exec(target)
  if (own) return own[1] ?? '/'
  if (/^https?:\/\//.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const address = guideAddress(posix.normalize(posix.join(posix.dirname(file), path)))
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}
