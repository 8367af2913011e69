// One operation: what it does, what it takes and gives beside a call and its real answer, and how it can fail.
import { useContext, useState } from 'preact/hooks'
import { endpointSample, type Language, operationSample } from '../model/code-samples.ts'
import { routeHash } from '../model/call-route.ts'
import type { Params } from '../model/operation-list.ts'
import { withSandboxShops } from '../model/own-origin.ts'
import { readFields } from '../model/reference-fields.ts'
import type { Reference, ReferenceEntry } from '../model/reference.ts'
import type { ProblemKind } from '../view/errors/explanation.tsx'
import { sentence } from '../shape/sentence.ts'
import { CodeTabs } from '../view/code/code-tabs.tsx'
import { Prose } from '../view/code/prose.tsx'
import { useAnswerInView } from '../view/find/use-answer-in-view.ts'
import { useCalls } from '../view/answer/use-calls.ts'
import { FieldList } from './field-list.tsx'
import { Anchor } from './anchor.tsx'
import { OriginsContext } from './origins.ts'
import { ParameterList } from './parameter-list.tsx'
import { ProblemList } from './problem-list.tsx'
import { LiveAnswer, TryHere } from './try-here.tsx'
import { type OpenPage, useAnchor } from './use-page.ts'
import { JsonCard } from '../view/code/json-view.tsx'
import { durationText } from '../shape/time-text.ts'

interface Props {
  readonly entry: ReferenceEntry
  readonly reference: Reference
  readonly problems: readonly ProblemKind[]
  readonly page: OpenPage
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  /** The reader's, for calls. */
  readonly accessKey: string
}

export function OperationPage(props: Props) {
  const { entry, reference, problems, page, language, onLanguage, accessKey } = props
  useAnchor(page, true)
  const [params, setParams] = useState<Params>(entry.call?.example ?? {})
  const calls = useCalls()
  const { resolve } = reference
  const about = reference.groups.find(group => group.name === entry.group)?.about ?? ''
  const { answer, body } = entry
  return (
    <article class="operation-page">
      <Title entry={entry} about={about} />
      <Samples entry={entry} language={language} onLanguage={onLanguage} params={params} calls={calls} />
      <div class="particulars">
        {(entry.parameters.length > 0 || !body) && (
          <section class="parts" aria-labelledby="parameters">
            <Anchor id="parameters">Parameters</Anchor>
            {entry.call ? (
              <TryHere
                entry={entry}
                operation={entry.call}
                params={params}
                onParams={setParams}
                calls={calls}
                accessKey={accessKey}
              />
            ) : (
              <ParameterList entry={entry} />
            )}
          </section>
        )}
        {body && (
          <section class="parts" aria-labelledby="body">
            <Anchor id="body">Request body</Anchor>
            <p class="hint">
              <code>application/json</code>
            </p>
            <FieldList fields={readFields(body.schema, { resolve, core: undefined })} prefix="body" />
          </section>
        )}
        <section class="parts" aria-labelledby="answer">
          <Anchor id="answer">Answer</Anchor>
          {answer ? <AnswerFields entry={entry} reference={reference} /> : <p>Status 204 without a body.</p>}
        </section>
        <section class="parts" aria-labelledby="errors">
          <Anchor id="errors">Errors</Anchor>
          <ProblemList entry={entry} kinds={problems} />
        </section>
      </div>
    </article>
  )
}

interface SamplesProps extends Pick<Props, 'entry' | 'language' | 'onLanguage'> {
  readonly params: Params
  readonly calls: ReturnType<typeof useCalls>
}

/** The call, and its answer: the example until the reader has made a call. */
function Samples({ entry, language, onLanguage, params, calls }: SamplesProps) {
  const { answer } = entry
  const { phase } = calls.state
  const { sandbox } = useContext(OriginsContext)
  const box = useAnswerInView(calls.state)
  return (
    <aside class="samples">
      <CodeTabs
        label="Request"
        language={language}
        onLanguage={onLanguage}
        text={sampleOf(entry, language, params)}
      >
        {language !== 'curl' && (
          <p class="hint code-note">
            With the{' '}
            <a href={`/docs/guides/${language === 'Python' ? 'python' : 'typescript'}-client`}>
              {language} client
            </a>
          </p>
        )}
      </CodeTabs>
      {phase === 'idle' || phase === 'cancelled' ? (
        answer?.example !== undefined && (
          <JsonCard
            label="Example answer"
            title="Answer"
            status={answer.status}
            value={entry.call ? withSandboxShops(answer.example, sandbox) : answer.example}
          />
        )
      ) : (
        <div ref={box}>
          <LiveAnswer calls={calls} />
        </div>
      )}
    </aside>
  )
}

function sampleOf(entry: ReferenceEntry, language: Language, params: Params): string {
  const { call } = entry
  return call
    ? operationSample(language, location.origin, [{ operation: call, params }])
    : endpointSample(language, location.origin, entry)
}

function Title({ entry, about }: { entry: ReferenceEntry; about: string }) {
  const notes = describe(entry.description)
  const page = pageFor(entry)
  return (
    <header class="operation">
      <p class="hint">
        <Prose text={about} />
      </p>
      <h1 tabIndex={-1}>
        <span class="site">{entry.group}</span>
        {entry.id.startsWith(`${entry.group}.`) ? entry.id.slice(entry.group.length) : ` ${entry.id}`}
      </h1>
      <p class="lead">{sentence(entry.summary)}</p>
      <p class="path">
        <span class={`verb ${entry.method}`}>{entry.method}</span> <code>{entry.path}</code>
      </p>
      <p class="path">
        {page && (
          <a class="button primary" href={page.href}>
            {page.label}
          </a>
        )}
        {!entry.needsKey && <span class="tag">no key needed</span>}
        {entry.freshForS !== undefined && (
          <a class="tag" href="/docs/guides/answers">
            fresh for {durationText(entry.freshForS)}
          </a>
        )}
        {entry.answerTypes.includes('text/csv') && <span class="tag">JSON or CSV</span>}
      </p>
      {notes !== '' && (
        <p>
          <Prose text={notes} />
        </p>
      )}
    </header>
  )
}

function AnswerFields({ entry, reference }: Pick<Props, 'entry' | 'reference'>) {
  const { answer, core } = entry
  if (!answer) return null
  const schema = reference.resolve(answer.schema)
  const fields = readFields(answer.schema, { resolve: reference.resolve, core })
  return (
    <>
      <p>
        {schema.type === 'array' ? 'A list; each item has these fields.' : 'An object with these fields.'}
        {core !== undefined && (
          <>
            {' '}
            When a field marked <i>may be absent</i> is missing, it has a neutral value (<code>""</code>,{' '}
            <code>0</code>, <code>false</code>, <code>[]</code> or <code>null</code>) and the header{' '}
            <code>Wares-Absent</code> names it; see{' '}
            <a href="/docs/guides/answers#what-is-absent">absent fields</a>.
          </>
        )}
      </p>
      <FieldList fields={fields} prefix="field" />
    </>
  )
}

/** Sentences that the page shows in another form are left out. */
function describe(description: string): string {
  return description
    .split(/(?<=\.)\s+(?=[A-Z`])/)
    .filter(sentence => !/^(?:Aliases: |Site: |Answers are cached)/.test(sentence))
    .join(' ')
}

/** Where it can be tried: in the explorer, or on the page that is made of it. */
function pageFor({ call, path }: ReferenceEntry): { href: string; label: string } | undefined {
  if (call)
    return {
      href: `/${routeHash({ operation: call, params: call.example })}`,
      label: 'Try it in the explorer',
    }
  if (/\/(?:watches|changes)/.test(path)) return { href: '/watches', label: 'Open Watches' }
  if (path.endsWith('/usage')) return { href: '/usage', label: 'Open Usage' }
  return undefined
}
