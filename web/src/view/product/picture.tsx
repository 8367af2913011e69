// A picture of a shop, or a placeholder.
import { useState } from 'preact/hooks'

export function Picture({ url, alt = '' }: { url: string | undefined; alt?: string }) {
  const [broken, setBroken] = useState<string>()
  if (!url || broken === url) {
    return (
      <span class="picture none" aria-hidden="true">
        {url ? 'picture failed to load' : 'no picture'}
      </span>
    )
  }
  return (
    <img
      class="picture"
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  )
}
