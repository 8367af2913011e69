// Removes all machine-readable data from a page, so that only what a person sees remains.

/** Removes scripts, meta elements, and the attributes of microdata and RDFa. */
export function stripMarkup(html: Buffer): Buffer {
  const text = html
    .toString('utf8')
    .replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, ' ')
    .replace(/<meta\b[^>]*>/gi, ' ')
    .replace(
      /\s(?:itemprop|itemtype|itemscope|itemid|property|typeof|vocab|content)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi,
      '',
    )
  return Buffer.from(text)
}
