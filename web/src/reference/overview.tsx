// The first page of the reference: how every call is made, and all there is.
import { guides } from '../model/guides.ts'
import type { Reference, ReferenceGroup } from '../model/reference.ts'
import { referenceAddress } from '../model/search-reference.ts'
import { Prose } from '../view/code/prose.tsx'
import { Anchor } from './anchor.tsx'
import { Code } from '../view/code/code.tsx'
import { BuiltInShops } from '../view/shell/built-in-shops.tsx'

export function Overview({ reference }: { reference: Reference }) {
  const builtIn = reference.groups.filter(one => one.isBuiltIn)
  return (
    <article class="overview">
      <header class="operation">
        <p class="hint">Version {reference.version}</p>
        <h1 tabIndex={-1}>Docs</h1>
        <p class="lead">
          Wares reads shop pages and returns typed JSON. Every operation is one GET request with the same key,
          headers and errors.
        </p>
      </header>
      <Basics />
      <section class="parts" aria-labelledby="operations">
        <Anchor id="operations">Operations</Anchor>
        <Groups groups={reference.groups.filter(one => !one.isBuiltIn)} />
        <BuiltInShops count={builtIn.length} isOpen={false}>
          <Groups groups={builtIn} />
        </BuiltInShops>
      </section>
      <section class="parts" aria-labelledby="guides">
        <Anchor id="guides">Guides</Anchor>
        <ul class="guide-links">
          {guides.map(guide => (
            <li key={guide.address}>
              <a href={guide.address}>{guide.title}</a>
            </li>
          ))}
        </ul>
      </section>
      <section class="parts" aria-labelledby="headers">
        <Anchor id="headers">Response headers</Anchor>
        <ul class="particular-list">
          {reference.headers.map(([name, description]) => (
            <li key={name}>
              <p class="line particular-name">
                <code>{name}</code>
              </p>
              <p>
                <Prose text={description} />
              </p>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

function Groups({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <div class="group-grid">
      {groups.map(group => (
        <section key={group.name} class="card" aria-label={`${group.title}: operations`}>
          <h3>{group.title}</h3>
          <p class="hint">
            <Prose text={group.about} />
          </p>
          <ul>
            {group.entries.map(entry => (
              <li key={entry.id}>
                <a href={referenceAddress(entry)}>{entry.id}</a> <span>{entry.summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Basics() {
  const request = `curl -H "x-api-key: $WARES_KEY" "${location.origin}/api/v2/search?query=court"`
  return (
    <section class="parts" aria-labelledby="basics">
      <Anchor id="basics">Basics</Anchor>
      <div class="card code">
        <pre tabIndex={0} role="region" aria-label="A request">
          <Code text={request} language="sh" />
        </pre>
      </div>
      <dl class="basics">
        <dt>Key</dt>
        <dd>
          Send it in the header <code>x-api-key</code>. Operations marked “no key needed” work without one.
        </dd>
        <dt>Parameters</dt>
        <dd>
          In the query string, or in a JSON body of a GET or <code>QUERY</code> request. Unknown names are
          rejected with a hint.
        </dd>
        <dt>Answers</dt>
        <dd>
          The data itself, without an envelope. A value that the shop does not state is <code>null</code>. In
          the own shape of a built-in shop it is neutral, and <code>Wares-Absent</code> names it: see{' '}
          <a href="/docs/guides/answers#what-is-absent">absent fields</a>.
        </dd>
        <dt>Errors</dt>
        <dd>
          Problem documents with a <code>code</code> from a <a href="/docs/guides/errors">closed table</a>.
        </dd>
        <dt>For machines</dt>
        <dd>
          <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/llms.txt">llms.txt</a> and{' '}
          <a href="/llms-full.txt">llms-full.txt</a>, tools for agents at <code>/mcp</code>.
        </dd>
      </dl>
    </section>
  )
}
