// "Wrong?" beside every field of a product: choose or type what is right, see before and after, save.
import { useState } from 'preact/hooks'
import type { Lesson, TaughtShop } from '../../../../client/src/api.ts'
import { apiWith, reply } from '../../model/server-api.ts'
import type { GeneralProduct } from '../../model/general.ts'
import { humanise } from '../../shape/humanise.ts'
import { Code } from '../code/code.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { useShopRights } from '../shell/use-shop-rights.ts'
import { Button } from '../control/button.tsx'
import { DataTable } from '../control/data-table.tsx'
import { useRequest } from '../shell/use-request.ts'
import { TextField } from '../control/fields.tsx'

const TAUGHT_FIELDS = [
  'name',
  'price',
  'list_price',
  'currency',
  'availability',
  'brand',
  'sku',
  'mpn',
  'gtin',
  'condition',
] as const
type TaughtField = (typeof TAUGHT_FIELDS)[number]

/** What somebody says is right; null: the shop states none. */
type Corrections = Readonly<Partial<Record<TaughtField, string | null>>>

/** The value for people; null if nothing was read. */
function shownValue(product: GeneralProduct | undefined, field: TaughtField): string | null {
  if (!product) return null
  if (field === 'currency') return product.price?.currency ?? null
  if (field === 'price' || field === 'list_price') return product[field]?.amount ?? null
  return product[field] ?? null
}

interface Props {
  readonly url: string
  /** Undefined if the page was not read as a product. */
  readonly product: GeneralProduct | undefined
  readonly accessKey: string
  readonly onSaved: () => void
}

/** Only for a key that may change the shops of this server. */
export function TeachValues(props: Props) {
  return useShopRights(props.accessKey)?.add ? <Teaching {...props} /> : null
}

interface Outcome {
  readonly isSaved: boolean
  readonly taught: TaughtShop
}

/** What was said to be right so far, and what came of it. */
function useLesson(url: string, accessKey: string) {
  const [choices, setChoices] = useState<TaughtShop['choices']>()
  const [values, setValues] = useState<Corrections>({})
  const [selectors, setSelectors] = useState<Selectors>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const { isBusy, problem, run, say } = useRequest()
  const teach = (lesson: Lesson, done: (taught: TaughtShop) => unknown) => {
    setOutcome(undefined)
    void run(reply(apiWith(accessKey).shops.teach(lesson)), done)
  }
  const forget = () => {
    setOutcome(undefined)
    say('')
  }
  return {
    choices,
    outcome,
    problem,
    isBusy,
    hasValues: Object.keys({ ...values, ...selectors }).length > 0,
    loadChoices() {
      if (!choices) teach({ url }, taught => setChoices(taught.choices))
    },
    correct(field: TaughtField, value: string | null | undefined) {
      forget()
      setValues(all => withField(all, field, value))
    },
    select(field: TaughtField, css: string) {
      forget()
      setSelectors(all => withField(all, field, css.trim() || undefined))
    },
    run(isSaved: boolean) {
      teach({ url, values, selectors, dry_run: !isSaved }, taught => setOutcome({ isSaved, taught }))
    },
  }
}

/** Selector of the element that has the value, by field. */
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
  const { outcome, problem, isBusy } = lesson
  return (
    <section class="card parts" aria-label="Put values right">
      <h2>Is a value wrong or missing?</h2>
      <p class="hint">
        Enter the correct value. Wares finds it on the page and uses that place from now on, on all pages of
        this shop.
      </p>
      <ul>
        {TAUGHT_FIELDS.map(field => (
          <TeachField key={field} field={field} value={shownValue(product, field)} lesson={lesson} />
        ))}
      </ul>
      {lesson.hasValues && !outcome?.isSaved && (
        <div class="buttons">
          <Button disabled={isBusy} onClick={() => lesson.run(false)}>
            Show before and after
          </Button>
          <Button look="primary" disabled={isBusy} onClick={() => lesson.run(true)}>
            Save
          </Button>
          {isBusy && <span role="status">Reading pages of the shop…</span>}
        </div>
      )}
      {problem && (
        <div class="error" role="alert">
          <ProblemDetail problem={problem} />
          <p>Nothing was changed.</p>
        </div>
      )}
      {outcome && <TeachOutcome {...outcome} url={url} onSaved={onSaved} />}
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
    lesson.loadChoices()
  }
  return (
    <li>
      <div class="teach-row">
        <span class="teach-name">{humanise(field)}</span>
        <span class="wrapped">{value ?? <span class="hint">none</span>}</span>
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
  const [css, setCss] = useState('')
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
      <TextField
        label="Another value, as the page writes it"
        placed="above"
        value={typed}
        maxLength={500}
        onChange={text => {
          setTyped(text)
          onChoose(text.trim() || undefined)
        }}
      />
      <TextField
        label="CSS selector of its element, if Wares finds no place for it"
        placed="above"
        value={css}
        maxLength={500}
        spellcheck={false}
        placeholder=".buybox b"
        onChange={text => {
          setCss(text)
          onSelect(text)
        }}
      />
    </fieldset>
  )
}

function TeachOutcome({ isSaved, taught, url, onSaved }: Outcome & Pick<Props, 'url' | 'onSaved'>) {
  return (
    <div role="status">
      <DataTable label="Before and after" titles={['Page', 'Field', 'Before', 'After']}>
        {taught.proven.map(row => (
          <tr key={`${row.url} ${row.field}`}>
            <td>{row.url === url ? 'this page' : (URL.parse(row.url)?.pathname ?? row.url)}</td>
            <td>{humanise(row.field)}</td>
            <td>{row.before ?? 'none'}</td>
            <td>
              <strong>{row.value ?? 'none'}</strong>
              {row.by === 'reader' && <small class="shop-kind">left to the reader</small>}
            </td>
          </tr>
        ))}
      </DataTable>
      {taught.warnings.map(warning => (
        <p key={warning} class="warning">
          <strong>Check:</strong> {warning}.
        </p>
      ))}
      {(!isSaved || !taught.written) && (
        <details class="more" open={taught.problem !== null}>
          <summary>The lines for wares.yaml</summary>
          <pre>
            <Code text={taught.entry} language="yaml" />
          </pre>
        </details>
      )}
      {isSaved && (
        <p>
          {taught.problem ?? (taught.written ? 'Saved. ' : 'The rules are unchanged. ')}
          <Button onClick={onSaved}>Show the product</Button>
        </p>
      )}
    </div>
  )
}
