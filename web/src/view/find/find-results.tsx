// What was found: the product and its offers, or a list to choose from; and the code that does the same.
import type { SearchAnswer, GeneralProduct, Offers } from '../../model/general.ts'
import type { ServerStatus } from '../../../../client/src/api.ts'
import type { CallResult } from '../../model/make-call.ts'
import { AddShop } from './add-shop.tsx'
import { AnswerCsv } from '../code/answer-csv.tsx'
import { CodePanel } from '../code/code-panel.tsx'
import { FoundHistory } from './found-history.tsx'
import { FoundList } from './found-list.tsx'
import { OffersTable } from './found-offers.tsx'
import { FoundArticle, FoundProduct } from './found-product.tsx'
import { FoundSources } from './found-sources.tsx'
import { FoundVariants } from './found-variants.tsx'
import { JsonView } from '../code/json-view.tsx'
import { ProblemView } from '../errors/problem-view.tsx'
import { TeachValues } from './teach-values.tsx'
import type { FindState } from './use-find.ts'

interface Props {
  readonly state: Extract<FindState, { phase: 'running' | 'done' }>
  readonly status: ServerStatus
  readonly accessKey: string
  readonly onFind: (text: string) => void
  readonly onReadAgain: () => void
}

export function FindResults({ state, status, accessKey, onFind, onReadAgain }: Props) {
  const { calls, answers, target, phase } = state
  const offersCall = calls.find(({ operation }) => operation.name === 'offers')
  const answerOf = (name: string) => answers.find(({ operation }) => operation.name === name)
  const [product, offers, search] = [answerOf('product'), answerOf('offers'), answerOf('search')]
  const retry = () => onFind(target.text)
  const data = (answer: CallResult | undefined) => (answer?.problem ? undefined : answer?.body)
  const article = data(offers) as Offers | undefined
  const searchResult = data(search) as SearchAnswer | undefined
  const fresh = data(product) as GeneralProduct | undefined
  const read = fresh ?? state.kept
  return (
    <>
      <Problems answers={answers} onRetry={retry} />
      {target.kind === 'url' && product?.problem?.code === 'url_not_allowed' && (
        <AddShop url={target.text} accessKey={accessKey} onAdded={retry} />
      )}
      {read && (
        <FoundProduct
          product={read}
          isReading={phase === 'running' && !product}
          failure={product?.problem?.title ?? failureOf(status, read.site)}
          onReadAgain={onReadAgain}
          answer={fresh && product}
          accessKey={accessKey}
        />
      )}
      {!product && article && <FoundArticle offers={article} onFind={onFind} />}
      {target.kind === 'url' &&
        (read?.operation === null || product?.problem?.code === 'upstream_changed') && (
          <TeachValues
            key={target.text}
            url={target.text}
            product={read}
            accessKey={accessKey}
            onSaved={retry}
          />
        )}
      {read && <FoundVariants product={read} />}
      {offersCall && (article || phase === 'running') && (
        <section class="card parts" aria-label="Offers">
          <div class="bar">
            <h2>Offers {article && <small>{article.offers.length}</small>}</h2>
            {article && article.offers.length > 0 && <AnswerCsv call={offersCall} accessKey={accessKey} />}
          </div>
          {article ? (
            <OffersTable key={article.code} offers={article} />
          ) : (
            <p class="hint">Searching the other shops…</p>
          )}
        </section>
      )}
      {read && <FoundHistory urls={[target.text, read.url]} accessKey={accessKey} />}
      {searchResult && <FoundList result={searchResult} onFind={onFind} />}
      {fresh && product && <FoundSources key={fresh.url} answer={product} accessKey={accessKey} />}
      {phase === 'done' && <Answers answers={answers} />}
      {phase === 'done' && <CodePanel label="The same as code" calls={calls} />}
    </>
  )
}

function Problems({ answers, onRetry }: { answers: readonly CallResult[]; onRetry: () => void }) {
  return answers.map(answer =>
    answer.problem ? (
      <ProblemView key={answer.operation.id} answered={answer} problem={answer.problem} onRetry={onRetry} />
    ) : null,
  )
}

/** The last error of a shop that fails now. */
function failureOf({ sites }: ServerStatus, name: string): string | undefined {
  const site = sites[name]
  return site?.state === 'failing' ? (site.last_fault?.code ?? 'failing') : undefined
}

/** What the server answered, as programs get it. */
function Answers({ answers }: { answers: readonly CallResult[] }) {
  return (
    <>
      {answers.map(({ operation, body }) => (
        <details key={operation.id} class="card all">
          <summary>
            JSON of <code>{operation.path}</code>
          </summary>
          <JsonView value={body} label={`JSON of ${operation.path}`} />
        </details>
      ))}
    </>
  )
}
