// A heading with an address of its own.
import type { ComponentChildren } from 'preact'

interface Props {
  readonly id: string
  readonly level?: number
  readonly children: ComponentChildren
}

export function Anchor({ id, level = 2, children }: Props) {
  const Heading = level <= 2 ? 'h2' : level === 3 ? 'h3' : 'h4'
  return (
    <Heading id={id} class="anchored">
      {children}{' '}
      <a href={`#${id}`} aria-label="Link to this section">
        #
      </a>
    </Heading>
  )
}
