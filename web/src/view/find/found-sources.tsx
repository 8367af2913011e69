// Where the values of the product stand in the shop's documents: loaded when asked for, because few readers want it.
import { useCallback, useState } from 'preact/hooks'
import { currencyCommand, priceProblemText, signOfProblem, usualCode } from '#reader/values/price-problem'
import type { FieldSource, GeneralProduct } from '../../model/general.ts'
import { makeCall, type CallResult } from '../../model/make-call.ts'
import { humanise } from '../../shape/humanise.ts'
import { DataTable, numeric } from '../control/data-table.tsx'
import { useLoaded } from '../shell/server-info.ts'
import { errorText } from '../../model/server-api.ts'

interface Props {
  readonly answer: CallResult
  readonly accessKey: string
}

const FROM: Readonly<Record<string, string>> = {
  api: 'JSON document of the shop',
  'json-ld': 'JSON-LD of the page',
  microdata: 'microdata of the page',
  rdfa: 'RDFa of the page',
  'open-graph': 'Open Graph tags of the page',
  embedded: 'data embedded in the page',
  page: 'text of the page',
  taught: 'rule that was taught',
}

const fromText = (from: string): string => FROM[from] ?? from

export function Disputes({ disputed }: Pick<GeneralProduct, 'disputed'>) {
  if (disputed.length === 0) return null
  return (
    <details class="more disputes">
      <summary>
        {disputed.length === 1 ? 'One value is disputed' : `${disputed.length} values are disputed`}
      </summary>
      <ul>
        {disputed.map(({ field, value, from }) => (
          <li key={`${field} ${from}`}>
            {humanise(field)}: the {fromText(from)} states <strong>{value}</strong>.
          </li>
        ))}
      </ul>
      <p class="hint">
        The shop contradicts itself. The value above is the one that its most reliable source states.
      </p>
    </details>
  )
}

export function FoundSources({ answer, accessKey }: Props) {
  const [sources, setSources] = useState<Sources>()
  const [said, setSaid] = useState('Loading…')
  const load = async () => {
    try {
      const { sources: read, problem } = await loadSources(answer, accessKey)
      if (problem) setSaid(problem.detail)
      else setSources(read)
    } catch (error) {
      setSaid(errorText(error))
    }
  }
  return (
    <details
      class="card all"
      onToggle={event => {
        if (event.currentTarget.open && !sources) void load()
      }}
    >
      <summary>Sources</summary>
      {sources ? (
        <SourceTable sources={sources} />
      ) : (
        <p class="hint" role="status">
          {said}
        </p>
      )}
    </details>
  )
}

const LOAD_MAX_MS = 60_000

type Sources = Readonly<Record<string, FieldSource>>

const NONE: Sources = {}

async function loadSources({ operation, params }: CallResult, key: string) {
  const signal = AbortSignal.timeout(LOAD_MAX_MS)
  const request = { operation, params: { ...params, include: 'sources' } }
  const { body, problem } = await makeCall(request, { key, freshness: 'any', signal })
  return { problem, sources: problem ? NONE : (body as { sources: Sources }).sources }
}

/** Why there is no price: the sources say it, and are loaded only then. */
export function NoPrice({ sources: loadedSources, url, answer, accessKey }: NoPriceProps) {
  const load = useCallback(
    async () => loadedSources ?? (answer ? (await loadSources(answer, accessKey)).sources : NONE),
    [loadedSources, answer, accessKey],
  )
  const problem = useLoaded(load).value?.price?.problem
  if (problem === undefined) return <span class="hint">The shop states no price.</span>
  const lacking = signOfProblem(problem)
  return (
    <span class="hint">
      {priceProblemText(problem)}
      {lacking && <> Set it with {currencyCommand(url, usualCode(lacking.sign)).replaceAll('`', '')}.</>}
    </span>
  )
}

interface NoPriceProps extends Pick<GeneralProduct, 'sources' | 'url'> {
  readonly answer?: CallResult | undefined
  readonly accessKey: string
}

function SourceTable({ sources }: { sources: Sources }) {
  return (
    <DataTable
      label="Sources"
      class="source-table"
      titles={['Field', 'Source', numeric('Confidence'), 'Where']}
    >
      {Object.entries(sources).map(([field, { from, where, confidence, also, problem }]) => (
        <tr key={field}>
          <th scope="row">{humanise(field)}</th>
          <td>
            {fromText(from)}
            {also.length > 0 && <small class="shop-kind">also {also.map(fromText).join(', ')}</small>}
          </td>
          <td class="number">{Math.round(confidence * 100)} %</td>
          <td>
            <Places where={where} />
            {problem !== undefined && <small class="shop-kind">{problem}</small>}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** A value can be put together from several places of a document. */
function Places({ where }: Pick<FieldSource, 'where'>) {
  const places = where.split(' ')
  const left = places.length - PLACES_MAX
  return (
    <span title={where}>
      {places.slice(0, PLACES_MAX).map(place => (
        <code key={place}>{place}</code>
      ))}
      {left > 0 && <small class="shop-kind">and {left} more places</small>}
    </span>
  )
}

const PLACES_MAX = 2
