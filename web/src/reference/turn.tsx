// The page before and the page after, at the end of each.

export interface PageLink {
  readonly href: string
  readonly title: string
}

export function Turn({ order, path }: { order: readonly PageLink[]; path: string }) {
  const place = order.findIndex(one => decodeURIComponent(one.href) === path)
  const before = order[place - 1]
  const after = order[place + 1]
  return (
    <nav class="turn" aria-label="Previous and next page">
      {place > 0 && before && (
        <a href={before.href} rel="prev">
          <small>Previous</small> {before.title}
        </a>
      )}
      {place >= 0 && after && (
        <a class="next" href={after.href} rel="next">
          <small>Next</small> {after.title}
        </a>
      )}
    </nav>
  )
}
