// A table with a title over each column. It scrolls by itself where it is wider than the page.
import type { ComponentChildren } from 'preact'

type Title = string | { readonly title: ComponentChildren; readonly class?: string }

export const numeric = (title: string): Title => ({ title, class: 'number' })

interface Props {
  /** Names the region for those who cannot see it. */
  readonly label: string
  readonly titles: readonly Title[]
  readonly class?: string
  readonly children: ComponentChildren
}

export function DataTable({ label, titles, class: look, children }: Props) {
  return (
    <TableRegion label={label}>
      <table class={look}>
        <thead>
          <tr>
            {titles.map((title, place) => (
              // Columns do not change order.
              <th key={place} scope="col" class={typeof title === 'object' ? title.class : undefined}>
                {typeof title === 'object' ? title.title : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableRegion>
  )
}

/** What may be wider than the page: it can be scrolled with the keyboard as well. */
export function TableRegion({ label, children }: Pick<Props, 'label' | 'children'>) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
