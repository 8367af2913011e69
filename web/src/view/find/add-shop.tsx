// A product of a shop that this server does not read yet: whoever may adds the shop, others learn who may.
import { useState } from 'preact/hooks'
import type { AddedShop } from '../../../../client/src/api.ts'
import { apiWith, reply } from '../../model/server-api.ts'
import { Code } from '../code/code.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { useShopRights } from '../shell/use-shop-rights.ts'
import { Button } from '../control/button.tsx'
import { DataTable } from '../control/data-table.tsx'
import { useRequest } from '../shell/use-request.ts'
import { TextField } from '../control/fields.tsx'
import { LocalForm } from '../control/local-form.tsx'

interface Props {
  /** URL of the product. */
  readonly url: string
  readonly accessKey: string
  /** Called when the shop can be read and the product should be shown. */
  readonly onAdded: () => void
}

export function AddShop({ url, accessKey, onAdded }: Props) {
  const may = useShopRights(accessKey)
  const host = URL.parse(url)?.host ?? ''
  if (!may || host === '') return null
  return (
    <section class="card" aria-label="Add this shop">
      <h2>The shop {host}</h2>
      {may.add ? <Adding url={url} accessKey={accessKey} onAdded={onAdded} /> : <WhoMay url={url} />}
    </section>
  )
}

function WhoMay({ url }: { url: string }) {
  return (
    <>
      <p>
        Only the operator of this server can add shops, and this key may not. On the machine of the server,
        this command reads the product, says what it finds and adds the shop:
      </p>
      <pre>
        <Code text={`npx wares add '${url.replaceAll("'", '%27')}'`} language="sh" />
      </pre>
      <p class="hint">
        To add shops on this page, use the key that the server printed at its first start, or one created with{' '}
        <code>npx wares keys create --name NAME --scope '*' shops</code>.
      </p>
    </>
  )
}

function Adding({ url, accessKey, onAdded }: Props) {
  const [result, setResult] = useState<AddedShop>()
  const { isBusy, problem, run } = useRequest()
  const add = (currency?: string) => {
    const shop = currency === undefined ? { url } : { url, currency }
    setResult(undefined)
    void run(reply(apiWith(accessKey).shops.add(shop)), setResult)
  }
  if (result) return <AddResult result={result} onAdded={onAdded} onCurrency={add} />
  return (
    <>
      <p>
        This server does not read it yet. Wares reads this product once, within the shop’s robots.txt, and
        says what it finds. If it can be read, the shop is added to the settings file of this server.
      </p>
      {problem && (
        <div role="alert">
          <h3>{problem.title}</h3>
          <ProblemDetail problem={problem} />
          <p>Nothing was changed.</p>
        </div>
      )}
      <div class="buttons">
        <Button look="primary" disabled={isBusy} onClick={() => add()}>
          {isBusy ? 'Reading the product…' : 'Add this shop'}
        </Button>
      </div>
    </>
  )
}

interface AddedProps {
  readonly result: AddedShop
  readonly onAdded: () => void
  readonly onCurrency: (currency: string) => void
}

function AddResult({ result, onAdded, onCurrency }: AddedProps) {
  const { shop, platform, render, found, missing, configured, problem, entry } = result
  const important = missing.filter(({ field }) => field === 'price' || field === 'availability')
  const others = missing.filter(one => !important.includes(one)).map(({ field }) => field)
  return (
    <div role="status">
      <p>
        {configured ? (
          <strong>{shop} was added. This server reads it now.</strong>
        ) : (
          <strong>{shop} was not added.</strong>
        )}{' '}
        {platform === null
          ? 'Platform: not detected; Wares reads the page itself.'
          : `Platform: ${platform}.`}
        {render === 'browser' && ' Its pages are built by scripts and are rendered in a browser.'}
      </p>
      {problem !== null && <p class="error">{problem}</p>}
      {!configured && entry !== null && (
        <pre>
          <Code text={entry} language="yaml" />
        </pre>
      )}
      <DataTable label="What was found" titles={['Field', 'Value', 'From']}>
        {found.map(({ field, value, from }) => (
          <tr key={field}>
            <td>{field}</td>
            <td>{value}</td>
            <td>{from}</td>
          </tr>
        ))}
      </DataTable>
      {important.map(({ field, why }) => (
        <p key={field}>{/^[A-Z]/.test(why) ? why : `No ${field}: ${why}`}.</p>
      ))}
      {result.suggested_currency !== null && (
        <AskCurrency suggested={result.suggested_currency} onCurrency={onCurrency} />
      )}
      {others.length > 0 && <p class="hint">Not stated: {others.join(', ')}.</p>}
      {configured && (
        <div class="buttons">
          <Button look="primary" onClick={onAdded}>
            Show the product
          </Button>
        </div>
      )}
    </div>
  )
}

/** Several countries share the sign of the price: without its currency an amount is no price. */
function AskCurrency({
  suggested,
  onCurrency,
}: {
  suggested: string
  onCurrency: (currency: string) => void
}) {
  const [currency, setCurrency] = useState(suggested)
  return (
    <LocalForm class="line" onSubmit={() => onCurrency(currency.trim().toUpperCase())}>
      <TextField
        label="Currency of this shop"
        class="short"
        value={currency}
        maxLength={3}
        pattern="[A-Za-z]{3}"
        required
        onChange={setCurrency}
      />
      <Button look="primary" type="submit">
        Set the currency
      </Button>
    </LocalForm>
  )
}
