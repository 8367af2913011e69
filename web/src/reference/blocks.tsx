// The blocks of a guide. Elements are made here, from data: a guide cannot bring markup of its own.
import type { Block, Inline } from '../model/guide.ts'
import { useContext } from 'preact/hooks'
import { withOwnOrigins } from '../model/own-origin.ts'
import { settingAnchor } from '../model/search-reference.ts'
import { CopyButton } from '../view/code/copy-button.tsx'
import { DataTable } from '../view/control/data-table.tsx'
import { Anchor } from './anchor.tsx'
import { OriginsContext } from './origins.ts'
import { Code } from '../view/code/code.tsx'

// A guide does not change order: the place of a part is its key.

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, place) => (
        <OneBlock key={place} block={block} />
      ))}
    </>
  )
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Anchor id={block.id} level={block.level}>
          <Inlines parts={block.parts} />
        </Anchor>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.parts} />
        </p>
      )
    case 'code':
      return <CodeBlock block={block} />
    case 'list':
      return <List block={block} />
    default:
      return <Table block={block} />
  }
}

function CodeBlock({ block: { language, text: written } }: { block: Extract<Block, { kind: 'code' }> }) {
  const text = withOwnOrigins(written, language, useContext(OriginsContext))
  return (
    <div class="card code guide-code">
      <CopyButton text={text} />
      <pre tabIndex={0} role="group" aria-label="Code">
        <Code text={text} language={language} />
      </pre>
    </div>
  )
}

function List({ block: { ordered, items } }: { block: Extract<Block, { kind: 'list' }> }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List>
      {items.map((item, place) => (
        <li key={place}>
          <Blocks blocks={item} />
        </li>
      ))}
    </List>
  )
}

function Table({ block: { head, rows } }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    <div class="card">
      <DataTable label="Table" titles={head.map(cell => ({ title: <Inlines parts={cell} /> }))}>
        {rows.map((row, place) => (
          <tr key={place} id={settingAnchor(head, row)}>
            {row.map((cell, column) => (
              <td key={column}>
                <Inlines parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, place) => (
        <OneInline key={place} part={part} />
      ))}
    </>
  )
}

function OneInline({ part }: { part: Inline }) {
  const origins = useContext(OriginsContext)
  if (typeof part === 'string') return <>{withOwnOrigins(part, '', origins)}</>
  if (part.kind === 'code') return <code>{part.text}</code>
  const inner = <Inlines parts={part.parts} />
  if (part.kind === 'link') return <a href={part.href}>{inner}</a>
  return part.kind === 'strong' ? <strong>{inner}</strong> : <em>{inner}</em>
}
