// "Wrong?" beside every field of a product: choose or type what is right, see before and after, save.
import { useCallback, useState } from 'preact/hooks'
import type { Lesson } from '../../../../client/src/api.ts'
import { mayAddShops } from '../../model/add-shop.ts'
import { apiWith, reply } from '../../model/api.ts'
import type { GeneralProduct } from '../../model/general.ts'
import type { Problem } from '../../model/make-call.ts'
import {
  type Corrections,
  shownValue,
  TAUGHT_FIELDS,
  type TaughtField,
  type TaughtShop,
} from '../../model/teach.ts'
import { humanise } from '../../shape/humanise.ts'
import { Code } from '../code/code.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { useLoaded } from '../shell/server-info.ts'
import { Button } from '../control/button.tsx'

interface Props {
  readonly url: string
  /** Undefined if the page was not read as a product. */
  readonly product: GeneralProduct | undefined
  readonly accessKey: string
  readonly onSaved: () => void
}

/** Only for a key that may change the shops of this server. */
export function TeachValues(props: Props) {
  const { accessKey } = props
  const load = useCallback(() => mayAddShops(accessKey), [accessKey])
  const loaded = useLoaded(load)
  if (!loaded || !('value' in loaded) || !loaded.value) return null
  return <Teaching {...props} />
}

type Outcome =
  | { readonly kind: 'shown' | 'saved'; readonly taught: TaughtShop }
  | { readonly kind: 'refused'; readonly problem: Pick<Problem, 'title' | 'detail' | 'errors'> }

/** What was said to be right so far, and what came of it. */
function useLesson(url: string, accessKey: string) {
  const [choices, setChoices] = useState<TaughtShop['choices']>()
  const [values, setValues] = useState<Corrections>({})
  const [selectors, setSelectors] = useState<Selectors>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setIsBusy] = useState(false)
  const ask = async (lesson: Lesson): Promise<TaughtShop | undefined> => {
    setIsBusy(true)
    try {
      const answer = await reply(apiWith(accessKey).shops.teach(lesson))
      if ('value' in answer) return answer.value
      setOutcome({ kind: 'refused', problem: answer.problem })
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      setOutcome({ kind: 'refused', problem: { title: 'Wares could not be reached', detail } })
    } finally {
      setIsBusy(false)
    }
    return undefined
  }
  return {
    choices,
    outcome,
    isBusy,
    hasValues: Object.keys({ ...values, ...selectors }).length > 0,
    async loadChoices() {
      if (!choices) setChoices((await ask({ url }))?.choices)
    },
    correct(field: TaughtField, value: string | null | undefined) {
      setOutcome(undefined)
      setValues(all => withField(all, field, value))
    },
    select(field: TaughtField, css: string) {
      setOutcome(undefined)
      setSelectors(all => withField(all, field, css.trim() || undefined))
    },
    async run(isSaved: boolean) {
      setOutcome(undefined)
      const taught = await ask({ url, values, selectors, dry_run: !isSaved })
      if (taught) setOutcome({ kind: isSaved ? 'saved' : 'shown', taught })
    },
  }
}

/** By field, the element that has the value. */
type Selectors = Readonly<Partial<Record<TaughtField, string>>>

function withField<T extends Corrections | Selectors>(
  all: T,
  field: TaughtField,
  value: string | null | undefined,
) {
  const { [field]: _, ...others } = all
  return value === undefined ? others : { ...others, [field]: value }
}

function Teaching({ url, product, accessKey, onSaved }: Props) {
  const lesson = useLesson(url, accessKey)
  const { outcome, isBusy } = lesson
  return (
    <section class="card teach" aria-label="Put values right">
      <h2>Is a value wrong or missing?</h2>
      <p class="hint">
        Enter the correct value. Wares finds it on the page and uses that place from now on, on all pages of
        this shop.
      </p>
      <ul class="teach-fields">
        {TAUGHT_FIELDS.map(field => (
          <TeachField key={field} field={field} value={shownValue(product, field)} lesson={lesson} />
        ))}
      </ul>
      {lesson.hasValues && outcome?.kind !== 'saved' && (
        <div class="buttons">
          <Button disabled={isBusy} onClick={() => void lesson.run(false)}>
            Show before and after
          </Button>
          <Button look="primary" disabled={isBusy} onClick={() => void lesson.run(true)}>
            Save
          </Button>
          {isBusy && <span role="status">Reading pages of the shop…</span>}
        </div>
      )}
      {outcome && <TeachOutcome outcome={outcome} url={url} onSaved={onSaved} />}
    </section>
  )
}

interface FieldProps {
  readonly field: TaughtField
  readonly value: string | null
  readonly lesson: ReturnType<typeof useLesson>
}

function TeachField({ field, value, lesson }: FieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { choices, isBusy } = lesson
  const doubt = () => {
    setIsOpen(true)
    void lesson.loadChoices()
  }
  return (
    <li>
      <div class="teach-row">
        <span class="teach-name">{humanise(field)}</span>
        <span class="teach-value">{value ?? <span class="hint">none</span>}</span>
        {!isOpen && (
          <button class="link" type="button" onClick={doubt}>
            Wrong?<span class="quiet"> {humanise(field)}</span>
          </button>
        )}
      </div>
      {isOpen && (
        <FieldChoices
          field={field}
          choices={choices?.[field] ?? []}
          isLoading={!choices && isBusy}
          onChoose={right => lesson.correct(field, right)}
          onSelect={css => lesson.select(field, css)}
        />
      )}
    </li>
  )
}

interface ChoicesProps {
  readonly field: TaughtField
  readonly choices: readonly { readonly value: string; readonly where: string }[]
  readonly isLoading: boolean
  /** Undefined: nothing chosen; null: the shop states none. */
  readonly onChoose: (value: string | null | undefined) => void
  readonly onSelect: (css: string) => void
}

function FieldChoices({ field, choices, isLoading, onChoose, onSelect }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const name = `teach-${field}`
  return (
    <fieldset class="teach-choices">
      <legend class="quiet">What is right for {humanise(field)}?</legend>
      {isLoading && <p class="hint">Looking at the page…</p>}
      {choices.map(({ value, where }) => (
        <label key={`${value} ${where}`}>
          <input type="radio" name={name} onChange={() => onChoose(value)} />
          <strong>{value}</strong> <span class="hint">{where}</span>
        </label>
      ))}
      <label>
        <input type="radio" name={name} onChange={() => onChoose(null)} />
        none: the shop does not state it
      </label>
      <label class="teach-typed">
        Another value, as the page writes it
        <input
          value={typed}
          maxLength={500}
          onInput={event => {
            const text = event.currentTarget.value
            setTyped(text)
            onChoose(text.trim() === '' ? undefined : text.trim())
          }}
        />
      </label>
      <label class="teach-typed">
        CSS selector of its element, if Wares finds no place for it
        <input
          maxLength={500}
          spellcheck={false}
          placeholder=".buybox b"
          onInput={event => onSelect(event.currentTarget.value)}
        />
      </label>
    </fieldset>
  )
}

function TeachOutcome({ outcome, url, onSaved }: { outcome: Outcome; url: string; onSaved: () => void }) {
  if (outcome.kind === 'refused')
    return (
      <div class="error" role="alert">
        <ProblemDetail problem={outcome.problem} />
        <p>Nothing was changed.</p>
      </div>
    )
  const { taught, kind } = outcome
  return (
    <div role="status">
      <div class="scroll" role="region" aria-label="Before and after" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {taught.proven.map(one => (
              <tr key={`${one.url} ${one.field}`}>
                <td>{one.url === url ? 'this page' : (URL.parse(one.url)?.pathname ?? one.url)}</td>
                <td>{humanise(one.field)}</td>
                <td>{one.before ?? 'none'}</td>
                <td>
                  <strong>{one.value ?? 'none'}</strong>
                  {one.by === 'reader' && <small class="shop-kind">left to the reader</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {taught.warnings.map(warning => (
        <p key={warning} class="warning">
          <strong>Check:</strong> {warning}.
        </p>
      ))}
      {(kind === 'shown' || !taught.written) && (
        <details class="more" open={taught.problem !== null}>
          <summary>The lines for wares.yaml</summary>
          <pre>
            <Code text={taught.entry} language="yaml" />
          </pre>
        </details>
      )}
      {kind === 'saved' && (
        <p>
          {taught.problem ?? (taught.written ? 'Saved. ' : 'The rules are unchanged. ')}
          <Button onClick={onSaved}>Show the product</Button>
        </p>
      )}
    </div>
  )
}
