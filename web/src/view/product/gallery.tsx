// The pictures of a product: one large, the others to choose from.
import { useState } from 'preact/hooks'
import { Picture } from './picture.tsx'

const THUMBS_MAX = 8

export function Gallery({ pictures, title }: { pictures: readonly string[]; title: string }) {
  const [shown, setShown] = useState(0)
  return (
    <div class="gallery">
      <Picture url={pictures[shown] ?? pictures[0]} alt={title} />
      {pictures.length > 1 && (
        <div class="thumbs">
          {pictures.slice(0, THUMBS_MAX).map((url, place) => (
            <button
              key={url}
              type="button"
              aria-label={`Picture ${place + 1} of ${pictures.length}`}
              aria-pressed={place === shown}
              onClick={() => setShown(place)}
            >
              <Picture url={url} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
