// A button of the pages. It submits a form only if its type says so.
import type { ButtonHTMLAttributes } from 'preact'

interface Props extends Omit<ButtonHTMLAttributes, 'class'> {
  /** The classes beside `button`: `small`, `primary`, … */
  readonly look?: string
}

export function Button({ look = '', ...attributes }: Props) {
  return <button type="button" {...attributes} class={`button ${look}`.trim()} />
}
