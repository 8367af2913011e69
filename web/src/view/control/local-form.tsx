// A form that the page answers itself.
import type { FormHTMLAttributes } from 'preact'

interface Props extends Omit<FormHTMLAttributes, 'onSubmit'> {
  readonly onSubmit: () => void
}

export function LocalForm({ onSubmit, ...attributes }: Props) {
  return (
    <form
      {...attributes}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
