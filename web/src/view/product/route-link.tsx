// A link from an answer to another call, which is made when the link is followed here.
import type { ComponentChildren } from 'preact'
import { type CallRoute, routeHash } from '../../model/call-route.ts'
import type { NavigateTo } from './answer-props.ts'

interface Props {
  readonly route: CallRoute
  readonly onNavigate: NavigateTo
  readonly class?: string
  readonly children: ComponentChildren
}

export function RouteLink({ route, onNavigate, class: look, children }: Props) {
  return (
    <a
      class={look}
      href={routeHash(route)}
      onClick={event => {
        // With a modifier the browser opens the link in a tab of its own.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onNavigate(route)
      }}
    >
      {children}
    </a>
  )
}
