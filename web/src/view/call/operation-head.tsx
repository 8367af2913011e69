// What the operation is: its name, what it answers, its path.
import type { RefObject } from 'preact'
import type { Operation } from '../../model/operations.ts'
import { Prose } from '../code/prose.tsx'
import type { SiteStatus } from '../../../../client/src/api.ts'

interface Props {
  readonly operation: Operation
  readonly about: string
  readonly status: SiteStatus | undefined
  readonly heading: RefObject<HTMLHeadingElement | null>
}

export function OperationHead({ operation, about, status, heading }: Props) {
  return (
    <section class="operation">
      <h1 ref={heading} tabIndex={-1}>
        <span class="site">{operation.site}</span>.{operation.name}
      </h1>
      <p>
        {operation.summary} <span class="hint">· {about}</span>
      </p>
      <p class="path">
        <span class="verb">GET</span> <code>{operation.path}</code>
        {status?.sandbox && <span class="tag">sandbox</span>}
        {status?.state === 'disabled' && <span class="tag bad">disabled</span>}
        {!operation.needsKey && <span class="tag">no key needed</span>}
      </p>
      {operation.notes && (
        <details class="more">
          <summary>How to pass parameters</summary>
          <p class="hint">
            <Prose text={operation.notes} />
          </p>
        </details>
      )}
    </section>
  )
}
